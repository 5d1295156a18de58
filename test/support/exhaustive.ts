/** Whether this run tests every row and thousands of inputs (`npm run test:slow`), or only some of them (`npm test`). */
export const isExhaustive = process.env.EXHAUSTIVE === '1'

/** The rows of a table that this run tests: the chosen ones, in an exhaustive run also the rest. */
export function rowsOf<Row>(chosen: readonly Row[], rest: readonly Row[]): Row[] {
  return isExhaustive ? [...chosen, ...rest] : [...chosen]
}
