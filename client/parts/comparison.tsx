import styles from './comparison.module.css'

type ComparisonProps = {
  caption: string
  /** The heading of the first column. */
  criterion: string
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly string[] }[]
}

/** A table. Where one with many columns does not fit, its rows become cards, whose cells name their column. */
export function Comparison({ caption, criterion, columns, rows }: ComparisonProps) {
  return (
    <div className={styles.frame}>
      <table className={columns.length > 2 ? `${styles.table} ${styles.wide}` : styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{criterion}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, index) => (
                <td key={columns[index]} data-column={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
