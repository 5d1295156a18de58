/** Whether this run takes every row and thousands of inputs (`npm run test:slow`), or a choice of them (`npm test`). */
export const isExhaustive = process.env.EXHAUSTIVE === '1'

/** The rows of a table that this run takes. */
export function rowsOf<Row>(chosen: readonly Row[], others: readonly Row[]): Row[] {
  return isExhaustive ? [...chosen, ...others] : [...chosen]
}
