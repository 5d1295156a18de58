import { useTranslation } from 'react-i18next'
import styles from './contents.module.css'
import { headingsOf } from './article-html.ts'

/** Fewer headings than this can be seen at a glance. */
const leastHeadings = 4

/** The table of contents of a long article. */
export function Contents({ html }: { html: string }) {
  const { t } = useTranslation('blog')
  const headings = headingsOf(html)
  if (headings.length < leastHeadings) return null
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">{t('contents')}</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
