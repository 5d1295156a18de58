import { Paragraphs } from './paragraphs.tsx'
import type { TitledText } from './topics.tsx'
import styles from './steps.module.css'

type StepsProps = {
  steps: readonly (TitledText & { result?: string })[]
  /** Whether the last step leads back to the first. */
  returns?: boolean
}

/** The steps of a method, in order. A line leads from each to the next. */
export function Steps({ steps, returns = false }: StepsProps) {
  return (
    <ol className={returns ? `${styles.steps} ${styles.returns}` : styles.steps}>
      {steps.map(({ title, body, result }) => (
        <li key={title}>
          <h3>{title}</h3>
          <Paragraphs text={body} />
          {result !== undefined && <p className={styles.result}>{result}</p>}
        </li>
      ))}
    </ol>
  )
}
