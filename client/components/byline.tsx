import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/dates.ts'
import { type Author, labelOf, type PostSummary } from '../../shared/post.ts'
import { aboutAuthor, tagIn } from '../../shared/post-groups.ts'
import { tagPath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import { useLanguage } from '../context/site.tsx'
import styles from './byline.module.css'
import { ReservedMark } from './reserved.tsx'

/** First author, long date and reading time, and a word such as “Members” if the post is not public. */
export function Byline({ post }: { post: PostSummary }) {
  const { t } = useTranslation('blog')
  const language = useLanguage()
  const [author] = post.authors
  return (
    <p className={styles.byline}>
      {author && <AuthorLink author={author} />}
      <time dateTime={post.published_at}>{formatDate(post.published_at, language)}</time>
      {post.reading_time > 0 && <span>{t('readingTime', { count: post.reading_time })}</span>}
      <ReservedMark post={post} />
    </p>
  )
}

/** An author's name, linked if the author has a page. */
function AuthorLink({ author }: { author: Author }) {
  const path = aboutAuthor(author)
  return (
    <span className={styles.author}>{path === null ? author.name : <SiteLink to={path}>{author.name}</SiteLink>}</span>
  )
}

/** The name of the primary tag, or of the first topical tag. It links to the topic if the post is listed there. */
export function Label({ post }: { post: PostSummary }) {
  const label = labelOf(post)
  if (label === null) return null
  const { name, slug } = label
  return (
    <p className={styles.label}>
      {tagIn([post], slug) === undefined ? <span>{name}</span> : <SiteLink to={tagPath(slug)}>{name}</SiteLink>}
    </p>
  )
}
