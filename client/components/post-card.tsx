import { postPictureSizes } from '../../shared/srcset.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import { Byline, Label } from './byline.tsx'
import { PostPicture } from './post-picture.tsx'
import styles from './post-card.module.css'

/** Ghost's limit of an author's own excerpt. A longer excerpt is the beginning of the text. */
const maxAuthorExcerpt = 300

/** The shape in a wide window. In narrower windows all are rows, in the narrowest all are columns. */
export type CardShape = 'lead' | 'row' | 'column'

type PostCardProps = {
  post: PostSummary
  /** The first card's picture is loaded eagerly. */
  first: boolean
  shape: CardShape
  /** The slug of the list's topic, which no card repeats. */
  topic?: string
}

export function PostCard({ post, first, shape, topic }: PostCardProps) {
  return (
    <li className={`${styles.card} ${styles[shape]}`}>
      <article>
        <PostPicture
          post={post}
          className={styles.picture}
          sizes={shape === 'lead' ? postPictureSizes.firstCard : postPictureSizes.card}
          first={first}
        />
        <div className={styles.text}>
          {labelOf(post)?.slug !== topic && <Label post={post} />}
          <h2 className={styles.title}>
            <SiteLink to={articlePath(post.slug)}>{post.title}</SiteLink>
          </h2>
          {post.excerpt !== '' && (
            <p className={styles.excerpt} data-long={post.excerpt.length > maxAuthorExcerpt || undefined}>
              {post.excerpt}
            </p>
          )}
          <Byline post={post} />
        </div>
      </article>
    </li>
  )
}
