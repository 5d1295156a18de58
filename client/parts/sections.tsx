import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../context/site.tsx'
import { Paragraphs } from './paragraphs.tsx'
import styles from './sections.module.css'

export type IndexedSection = {
  id: string
  /** What the section is called, above a heading that says more than its name. */
  label?: string
  title: string
}

type IndexedSectionsProps = {
  sections: readonly IndexedSection[]
  /** Text before the first section. */
  intro?: string
  children: ReactNode
}

/** The body of a long page: its sections, and beside them an index that stays in view. */
export function IndexedSections({ sections, intro, children }: IndexedSectionsProps) {
  const { t } = useTranslation()
  // The terms are in French on an English page too, but not these words.
  const language = useLanguage()
  const current = useCurrentSection(sections)
  return (
    <div className={styles.layout}>
      <nav className={styles.index} aria-labelledby="on-this-page">
        <h2 id="on-this-page" lang={language}>
          {t('onThisPage')}
        </h2>
        <ol>
          {sections.map(({ id, label, title }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {label ?? title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {intro !== undefined && (
          <div className={styles.intro}>
            <p className={styles.label}>{t('introduction')}</p>
            <Paragraphs text={intro} />
          </div>
        )}
        {children}
        <p>
          <a href="#main" lang={language}>
            {t('topOfPage')}
          </a>
        </p>
      </div>
    </div>
  )
}

/** The section at a line in the upper third of the window; between two sections, the last one that was there. */
function useCurrentSection(sections: readonly IndexedSection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const ids = sections.map(({ id }) => id).join(' ')

  useEffect(() => {
    // An older browser marks nothing.
    if (!('IntersectionObserver' in window)) return
    // The browser calls only when a section crosses the line: scrolling itself runs no script.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id)
      },
      { rootMargin: '-30% 0px -70%' },
    )
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])

  return current
}

type SectionProps = IndexedSection & { body?: string; children?: ReactNode }

/** A section's name over its heading; the heading alone where there is no name. */
export function SectionHeading({ id, label, title }: IndexedSection) {
  const heading = <h2 id={`${id}-title`}>{title}</h2>
  if (label === undefined) return heading
  return (
    <hgroup>
      <p className={styles.label}>{label}</p>
      {heading}
    </hgroup>
  )
}

export function Section({ id, label, title, body, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <SectionHeading id={id} label={label} title={title} />
      {body !== undefined && <Paragraphs text={body} />}
      {children}
    </section>
  )
}

export type TitledText = {
  title: string
  body: string
  /** Where its text leads. */
  link?: ReactNode
}

/** Two or more subjects side by side, each a heading and its text. */
export function Topics({ topics }: { topics: readonly TitledText[] }) {
  return (
    <div className={styles.topics}>
      {topics.map(({ title, body, link }) => (
        <div key={title} className={styles.topic}>
          <h3>{title}</h3>
          <Paragraphs text={body} />
          {link && <p>{link}</p>}
        </div>
      ))}
    </div>
  )
}

/** The steps of a method, in their order. */
export function Steps({ steps }: { steps: readonly TitledText[] }) {
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
export function Definitions({ items }: { items: readonly TitledText[] }) {
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
