import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Paragraphs } from './paragraphs.tsx'
import styles from './sections.module.css'

type IndexedSection = { id: string; title: string }

/** The body of a long page: its sections, and beside them an index that stays in view. */
export function IndexedSections({ sections, children }: { sections: readonly IndexedSection[]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.layout}>
      <nav className={styles.index} aria-labelledby="on-this-page">
        <h2 id="on-this-page">{t('onThisPage')}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {children}
        <p>
          <a href="#main">{t('topOfPage')}</a>
        </p>
      </div>
    </div>
  )
}

type SectionProps = IndexedSection & { body?: string; children?: ReactNode }

export function Section({ id, title, body, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {body !== undefined && <Paragraphs text={body} />}
      {children}
    </section>
  )
}

export type Topic = { title: string; body: string }

/** Two or more subjects side by side, each a heading and its text. */
export function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <div className={styles.topics}>
      {topics.map(({ title, body }) => (
        <div key={title} className={styles.topic}>
          <h3>{title}</h3>
          <Paragraphs text={body} />
        </div>
      ))}
    </div>
  )
}

/** The steps of a method, in their order. */
export function Steps({ steps }: { steps: readonly Topic[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, body }) => (
        <li key={title}>
          <h3>{title}</h3>
          <Paragraphs text={body} />
        </li>
      ))}
    </ol>
  )
}

/** Terms and what they mean. */
export function Definitions({ items }: { items: readonly Topic[] }) {
  return (
    <dl className={styles.definitions}>
      {items.map(({ title, body }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{body}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
