import { colours, company } from '../../shared/company.ts'
import { composeCover, drawCover } from '../../shared/cover/cover.ts'
import { markPath } from '../../shared/mark-path.ts'
import { shareSize } from '../../shared/picture.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { type GlyphOutlines, outline, layoutTitle } from '../runtime/title-layout.ts'

/** Pixels that are cut off at the top, since the image shows the middle of the cover. */
const above = 60

const left = 72
const width = 620

/** A post's share image as SVG: its cover with the subject on the right, and its title in the left two thirds. */
export function drawShareImage(
  post: Pick<PostSummary, 'slug' | 'title' | 'tags' | 'primary_tag'>,
  outlines: GlyphOutlines,
) {
  const cover = composeCover(post.slug, labelOf(post)?.slug ?? null)
  const isFromAbove = cover.subject === 'channel'
  const drawn = drawCover(
    {
      ...cover,
      // In units of the cover, so that the title and, below it, the company's name have room.
      horizon: isFromAbove ? 190 : 560,
      x: 1040,
      scale: isFromAbove ? 0.95 : 0.98,
      isMirrored: false,
      light: null,
      stones: 0,
    },
    (light) => light,
  )
  // The sky of the beam and the sea from above are dark; the sea of the stones is light.
  const titleInk = isFromAbove || cover.subject === 'beam' ? colours.fog : colours.ink
  const nameInk = cover.subject === 'stones' ? colours.ink : colours.fog
  const { size, lines } = layoutTitle(post.title, outlines, width)
  const step = 1.12 * size
  const first = (isFromAbove ? 200 : 96) + 0.78 * size
  const title = lines.map((line, index) =>
    outline(line, outlines, left, Math.round(first + index * step), size, titleInk),
  )
  const mark = `<path fill="${nameInk}" transform="translate(${left - 4} 530) scale(1.2)" d="${markPath}"/>`
  const name = outline(company.name, outlines, left + 66, 576, 38, nameInk)
  const { width: whole, height } = shareSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${height}" viewBox="0 0 ${whole} ${height}"><g transform="translate(0 ${-above})">${drawn}</g>${title.join('')}${mark}${name}</svg>`
}
