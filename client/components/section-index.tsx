import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../context/site.tsx'
import { Icon } from './icon.tsx'
import styles from './section-index.module.css'
import type { IndexedSection } from './section-heading.tsx'

type SectionIndexProps = {
  sections: readonly IndexedSection[]
  /** A class of `section-bar.module.css` or `section-column.module.css`. On phones the index is a disclosure. */
  className: string | undefined
}

/** The names of a long page's sections, with the current one marked; it stays in view. */
export function SectionIndex({ sections, className = '' }: SectionIndexProps) {
  const { t } = useTranslation()
  // The terms are in French at their English address too, but these labels are in the language of the address.
  const language = useLanguage()
  const current = useCurrentSection(sections)
  const links = sections.map(({ id, label, title }) => (
    <li key={id}>
      <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
        {label ?? title}
      </a>
    </li>
  ))
  return (
    <nav className={`grid no-print ${styles.index} ${className}`} aria-labelledby="on-this-page">
      <h2 id="on-this-page" className="visually-hidden" lang={language}>
        {t('onThisPage')}
      </h2>
      <details className={styles.folded}>
        <summary lang={language}>{t('onThisPage')}</summary>
        <ol>{links}</ol>
      </details>
      <div className={styles.open}>
        <ol>{links}</ol>
        <a href="#main" hidden={current === null} aria-label={t('topOfPage')} lang={language}>
          <Icon name="arrowUp" />
        </a>
      </div>
    </nav>
  )
}

/** The last section that begins above a line in the upper third of the window; null before the first. */
function useCurrentSection(sections: readonly IndexedSection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const ids = sections.map(({ id }) => id).join(' ')

  useEffect(() => {
    // An older browser marks no section.
    if (!('IntersectionObserver' in window)) return
    const sections = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    // Called only when a section crosses the line, however far the page jumps. Scrolling itself runs no script.
    const observer = new IntersectionObserver(
      () => {
        const line = 0.3 * innerHeight
        setCurrent(sections.findLast((section) => section.getBoundingClientRect().top < line)?.id ?? null)
      },
      { rootMargin: '9999999px 0px -70%' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])

  return current
}
