/** Words that make a query a question, in either language and without accents: posts need not have them. */
export const questionWords = new Set(
  `qu que qui quoi quel quelle quels quelles lequel laquelle lesquels lesquelles comment combien pourquoi quand ou est ce sont at il elle
  ils elles on peut peux puis doit dois faut what which who whom whose when where why how is are do does did can could should would`.split(
    /\s+/,
  ),
)
