declare module 'csstree-validator' {
  type CssProblem = { message: string; line?: number; column?: number; offset?: number; css?: string; details?: string }
  /** Faults of a style sheet by the specifications' grammars: unknown names, values that do not match, syntax. */
  export function validate(css: string): CssProblem[]
}
