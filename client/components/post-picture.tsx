import type { PostSummary } from '../../shared/post.ts'
import { resizedPicture } from '../../shared/picture.ts'
import { srcsetOf } from '../../shared/srcset.ts'
import { Cover } from '../drawings/cover.tsx'

type PostPictureProps = {
  post: PostSummary
  className: string | undefined
  /** Its width on the page, as the attribute `sizes`. */
  sizes: string
  /** For a box of 21 by 9 instead of 16 by 10. */
  isWide?: boolean
  /** The first picture of a page is loaded eagerly. */
  first: boolean
}

/** A post's own picture, or the cover that is drawn for it. The style sheet gives both the same box, since a picture's size is unknown. */
export function PostPicture({ post, className, sizes, isWide, first }: PostPictureProps) {
  const address = post.feature_image
  if (address === null) return <Cover post={post} isWide={isWide} className={className} />
  const srcset = srcsetOf(address, null)
  return (
    <img
      className={className}
      // Before `src`: otherwise a browser that renders this would request both.
      srcSet={srcset}
      sizes={srcset && sizes}
      src={resizedPicture(address, 1600)}
      alt={post.feature_image_alt ?? ''}
      width="1600"
      height="1000"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}
