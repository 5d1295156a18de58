import { coverFrame, composeCover, drawCover, wideFrame } from '../../shared/cover/cover.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { useSanitised } from '../context/trusted-types.ts'

export type CoverProps = {
  post: Pick<PostSummary, 'slug' | 'tags' | 'primary_tag'>
  /** For a frame of 21 by 9 instead of 16 by 10. */
  isWide?: boolean
}

export default function CoverDrawing({ post, isWide = false }: CoverProps) {
  const cover = composeCover(post.slug, labelOf(post)?.slug ?? null)
  const { y, height } = isWide ? wideFrame(cover) : { y: 0, height: coverFrame.height }
  const drawing = drawCover(cover, (light, dark) => `light-dark(${light},${dark})`)
  return (
    <svg
      viewBox={`0 ${y} ${coverFrame.width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      dangerouslySetInnerHTML={useSanitised(drawing)}
    />
  )
}
