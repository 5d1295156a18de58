declare module 'csstree-validator' {
  type CssProblem = { message: string; line?: number; column?: number; offset?: number; css?: string; details?: string }
  /** What a style sheet has that the grammars of the specifications do not: unknown names, values that do not match, syntax. */
  export function validate(css: string): CssProblem[]
}
