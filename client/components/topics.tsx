import type { ReactNode } from 'react'
import { Paragraphs } from './paragraphs.tsx'
import styles from './topics.module.css'

export type TitledText = {
  title: string
  body: string
  /** The link's target. */
  link?: ReactNode
}

/** A heading within a section, and its text. */
export function Topic({ title, body, link, className }: TitledText & { className?: string }) {
  return (
    <div className={`${styles.topic} ${className ?? ''}`}>
      <h3>{title}</h3>
      <Paragraphs text={body} />
      {link && <p>{link}</p>}
    </div>
  )
}

/** Two or more subjects side by side. */
export function Topics({ topics }: { topics: readonly TitledText[] }) {
  return (
    <div className={styles.topics}>
      {topics.map((topic) => (
        <Topic key={topic.title} {...topic} />
      ))}
    </div>
  )
}
