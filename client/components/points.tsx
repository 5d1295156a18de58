import styles from './points.module.css'

/** An unordered list of sentences. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

type FoldedPointsProps = {
  /** The summary that opens them on a phone. On wider screens they are always open. */
  name: string
  points: readonly string[]
}

export function FoldedPoints({ name, points }: FoldedPointsProps) {
  return (
    <details className={styles.folded}>
      <summary>{name}</summary>
      <Points points={points} />
    </details>
  )
}
