import { pictureSizes } from '../../shared/picture.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { SiteLink } from '../parts/site-link.tsx'
import { Byline, Label } from './byline.tsx'
import { FeaturePicture } from './feature-picture.tsx'
import styles from './post-card.module.css'

/** In device pixels: a card is 376 to 640 CSS pixels wide, on screens of two to three and a half to one. */
const enoughForCard = 1280

/** The length that Ghost allows an author's excerpt; a longer one is the beginning of the text. */
const authorsMost = 300

type PostCardProps = {
  post: PostSummary
  /** The first card is larger, and its picture is wanted at once. */
  first: boolean
  /** The slug of the list's topic, which no card repeats. */
  topic?: string
}

export function PostCard({ post, first, topic }: PostCardProps) {
  return (
    <li className={styles.cell}>
      <article className={styles.card}>
        {post.feature_image !== null && (
          <FeaturePicture
            className={styles.picture}
            address={post.feature_image}
            alt={post.feature_image_alt}
            sizes={first ? pictureSizes.firstCard : pictureSizes.card}
            enough={enoughForCard}
            first={first}
          />
        )}
        <div className={styles.text}>
          {labelOf(post)?.slug !== topic && <Label post={post} />}
          <h2 className={styles.title}>
            <SiteLink to={articlePath(post.slug)}>{post.title}</SiteLink>
          </h2>
          {post.excerpt !== '' && (
            <p className={styles.excerpt} data-long={post.excerpt.length > authorsMost || undefined}>
              {post.excerpt}
            </p>
          )}
          <Byline post={post} />
        </div>
      </article>
    </li>
  )
}
