import type { PostSummary } from '../../shared/post.ts'
import { Cover } from '../drawings/cover.tsx'
import { FeaturePicture } from './feature-picture.tsx'

type PostPictureProps = {
  post: PostSummary
  className: string | undefined
  /** Its width on the page, as the attribute `sizes`. */
  sizes: string
  /** The widest variant that is worth loading, in pixels. */
  enough?: number
  /** For a box of 21 by 9 in the place of 16 by 10. */
  isWide?: boolean
  /** The first picture of a page is wanted at once. */
  first: boolean
}

/** A post's own picture, or the cover that is drawn for it, in the same box. */
export function PostPicture({ post, isWide, ...picture }: PostPictureProps) {
  if (post.feature_image === null) return <Cover post={post} isWide={isWide} className={picture.className} />
  return <FeaturePicture address={post.feature_image} alt={post.feature_image_alt} {...picture} />
}
