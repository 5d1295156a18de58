import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/dates.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { useLanguage } from '../site.tsx'
import styles from './byline.module.css'

/** First author, long date, reading time. */
export function Byline({ post }: { post: PostSummary }) {
  const { t } = useTranslation('blog')
  const language = useLanguage()
  const [author] = post.authors
  return (
    <p className={styles.byline}>
      {author && <span className={styles.author}>{author.name}</span>}
      <time dateTime={post.published_at}>{formatDate(post.published_at, language)}</time>
      {post.reading_time > 0 && <span>{t('readingTime', { count: post.reading_time })}</span>}
    </p>
  )
}

/** The primary tag's name, or the first topical one. */
export function Label({ post }: { post: PostSummary }) {
  const label = labelOf(post)
  return label && <p className={styles.label}>{label.name}</p>
}
