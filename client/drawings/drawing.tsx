import type { ReactNode } from 'react'
import styles from './drawing.module.css'

export type Caption = { title: string; body: string; note?: string }

type DrawingProps = {
  /** The drawing's subject, in a line. */
  title: string
  /** Two variants of the drawing: for 42rem and wider, and for a phone. */
  wide: ReactNode
  tall: ReactNode
  /** The drawing in words, in order, on the columns of the wide variant. */
  captions: readonly Caption[]
  /** Whether marks in the drawing have the captions' numbers. */
  numbered?: boolean
}

/** An explanatory drawing in the style of a sea chart. Its captions describe it for those who do not see it. */
export function Drawing({ title, wide, tall, captions, numbered = false }: DrawingProps) {
  return (
    <figure className={styles.drawing}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.sheet}>
        <div className={styles.plate} aria-hidden="true">
          {wide}
          {tall}
        </div>
        <ol className={numbered ? `${styles.captions} ${styles.numbered}` : styles.captions}>
          {captions.map(({ title, body, note }) => (
            <li key={title}>
              <p>{title}</p>
              <p>{body}</p>
              {note !== undefined && <p>{note}</p>}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  )
}

/** The wide or the narrow variant. Its width is 1200 or 320. */
export function Plate({ tall = false, height, children }: { tall?: boolean; height: number; children: ReactNode }) {
  return (
    <svg className={tall ? styles.tall : styles.wide} viewBox={`0 0 ${tall ? 320 : 1200} ${height}`}>
      {children}
    </svg>
  )
}
