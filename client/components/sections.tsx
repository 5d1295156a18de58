import type { ReactNode } from 'react'
import { type IndexedSection, SectionHeading } from './section-heading.tsx'
import styles from './sections.module.css'

/** The ground of a section; without one it stands on the page's own. */
export type Ground = 'deep' | 'raised' | 'gulf' | 'night'

type SectionProps = IndexedSection & { ground?: Ground; className?: string; children?: ReactNode }

/** A band over the whole window: its heading, and what its page places on the columns (`client/styles/grid.css`). */
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

/** A note beside a text: a few words under a name of their own. */
export function Note({ title, children, className = '' }: { title: string; children: ReactNode; className?: string }) {
  return (
    <div className={`${styles.note} ${className}`}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
