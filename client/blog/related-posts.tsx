import { useTranslation } from 'react-i18next'
import type { DatedPostLink } from '../../shared/post.ts'
import { PostLinks } from './post-links.tsx'
import styles from './related-posts.module.css'

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
