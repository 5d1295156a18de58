import styles from './comparison.module.css'

type ComparisonProps = {
  /** For a table without a heading right before it. */
  caption?: string
  /** The heading of the first column. */
  criterion: string
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly string[] }[]
  /** If there is little room, cells are shown below their row's name. Set it only if readers understand them without the column's name. */
  stacks?: boolean
}

/** A table. If it has many columns and does not fit, its rows become cards, whose cells name their column. */
export function Comparison({ caption, criterion, columns, rows, stacks = false }: ComparisonProps) {
  return (
    <table className={`${styles.table} ${stacks ? styles.stacks : ''} ${columns.length > 2 ? styles.wide : ''}`}>
      {caption !== undefined && <caption>{caption}</caption>}
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
  )
}
