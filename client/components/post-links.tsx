import { formatDate } from '../../shared/dates.ts'
import type { DatedPostLink } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import { useLanguage } from '../context/site.tsx'
import styles from './post-links.module.css'

/** Links to posts: their titles and dates. */
export function PostLinks({ posts }: { posts: readonly DatedPostLink[] }) {
  const language = useLanguage()
  return (
    <ul className={styles.links}>
      {posts.map(({ slug, title, published_at }) => (
        <li key={slug}>
          <SiteLink to={articlePath(slug)}>{title}</SiteLink>
          <time dateTime={published_at}>{formatDate(published_at, language)}</time>
        </li>
      ))}
    </ul>
  )
}
