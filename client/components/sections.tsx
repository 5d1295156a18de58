import type { ReactNode } from 'react'
import { type IndexedSection, SectionHeading } from './section-heading.tsx'
import styles from './sections.module.css'

/** The background of a section. By default it has the page's. */
export type Ground = 'deep' | 'raised' | 'gulf' | 'night'

type SectionProps = IndexedSection & { ground?: Ground; className?: string; children?: ReactNode }

/** A band across the window: its heading, and content that its page places on the columns (`client/styles/grid.css`). */
export function Section({ id, label, title, ground, className = '', children }: SectionProps) {
  return (
    <section
      id={id}
      className={`grid ${styles.section} ${ground === undefined ? styles.plain : styles[ground]} ${className}`}
      aria-labelledby={`${id}-title`}
    >
      <SectionHeading id={id} label={label} title={title} />
      {children}
    </section>
  )
}

/** A note beside a text, with a heading. */
export function Note({ title, children, className = '' }: { title: string; children: ReactNode; className?: string }) {
  return (
    <div className={`${styles.note} ${className}`}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
