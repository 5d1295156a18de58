import styles from './points.module.css'

/** Sentences in no order. */
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
  /** The summary that opens them on a phone; elsewhere they simply stand there. */
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
