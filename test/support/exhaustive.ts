/** Whether this run uses every row and thousands of inputs (`npm run test:slow`), or a selection (`npm test`). */
export const isExhaustive = process.env.EXHAUSTIVE === '1'

/** The rows of a table that this run uses. */
export function rowsOf<Row>(chosen: readonly Row[], others: readonly Row[]): Row[] {
  return isExhaustive ? [...chosen, ...others] : [...chosen]
}
