import { pictureSizes } from '../../shared/picture.ts'
import type { PostSummary } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { SiteLink } from '../layout/site-link.tsx'
import { Byline, Label } from './byline.tsx'
import { FeaturePicture } from './feature-picture.tsx'
import styles from './post-card.module.css'

type PostCardProps = {
  post: PostSummary
  /** The first card is larger, and its picture is wanted at once. */
  first: boolean
}

export function PostCard({ post, first }: PostCardProps) {
  return (
    <li className={styles.cell}>
      <article className={styles.card}>
        {post.feature_image !== null && (
          <FeaturePicture
            className={styles.picture}
            address={post.feature_image}
            alt={post.feature_image_alt}
            sizes={first ? pictureSizes.firstCard : pictureSizes.card}
            first={first}
          />
        )}
        <div className={styles.text}>
          <Label post={post} />
          <h2 className={styles.title}>
            <SiteLink to={articlePath(post.slug)}>{post.title}</SiteLink>
          </h2>
          <p className={styles.excerpt}>{post.excerpt}</p>
          <Byline post={post} />
        </div>
      </article>
    </li>
  )
}
