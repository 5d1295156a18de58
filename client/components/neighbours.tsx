import { useTranslation } from 'react-i18next'
import type { DatedPostLink, Neighbours } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import styles from './neighbours.module.css'
import { PostLinks } from './post-links.tsx'

/** Links to posts of the same topics. */
export function RelatedPosts({ posts }: { posts: readonly DatedPostLink[] }) {
  const { t } = useTranslation('blog')
  if (posts.length === 0) return null
  return (
    <section className={`no-print ${styles.related}`} aria-labelledby="related">
      <h2 id="related">{t('related')}</h2>
      <PostLinks posts={posts} />
    </section>
  )
}

/** Links to the posts before and after this one. */
export function AdjacentPosts({ neighbours }: { neighbours: Neighbours }) {
  const { t } = useTranslation('blog')
  if (neighbours.newer === null && neighbours.older === null) return null
  return (
    <nav className={`no-print ${styles.posts}`} aria-label={t('neighbours')}>
      {(['older', 'newer'] as const).map((side) => {
        const post = neighbours[side]
        return (
          post && (
            <SiteLink key={side} to={articlePath(post.slug)} className={styles[side]}>
              <span className={styles.side}>{t(side)}</span>
              <span className={styles.title}>{post.title}</span>
            </SiteLink>
          )
        )
      })}
    </nav>
  )
}
