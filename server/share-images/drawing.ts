import { colours, company } from '../../shared/company.ts'
import { coverOf, type CoverSubject } from '../../shared/cover/cover.ts'
import { drawCover } from '../../shared/cover/svg.ts'
import type { Letters } from '../../shared/letters.ts'
import { markPath } from '../../shared/mark-path.ts'
import { shareSize } from '../../shared/picture.ts'
import { labelOf, type PostSummary } from '../../shared/post.ts'
import { outline, setTitle } from './title.ts'

/** The cover's middle is shared. */
const above = 60

/** Where the horizon lies, in units of the cover: the title stands over it, the company's name below. */
const horizon = 560

const left = 72
const width = 620

/** The colour of a title on sky or, seen from above, on the sea; the name stands on the sea. */
const inks: Record<CoverSubject, { title: string; name: string }> = {
  islets: { title: colours.ink, name: colours.fog },
  strata: { title: colours.ink, name: colours.fog },
  channel: { title: colours.fog, name: colours.fog },
  beam: { title: colours.fog, name: colours.fog },
  buoy: { title: colours.ink, name: colours.fog },
  stones: { title: colours.ink, name: colours.ink },
}

/** A post's share image as SVG: its cover with the subject at the right, its title in the left two thirds. */
export function drawShareImage(post: Pick<PostSummary, 'slug' | 'title' | 'tags' | 'primary_tag'>, letters: Letters) {
  const cover = coverOf(post.slug, labelOf(post)?.slug ?? null)
  const isFromAbove = cover.subject === 'channel'
  const drawn = drawCover(
    {
      ...cover,
      horizon: isFromAbove ? 190 : horizon,
      x: 1040,
      scale: isFromAbove ? 0.95 : 0.98,
      isMirrored: false,
      light: null,
      stones: 0,
    },
    (light) => light,
  )
  const ink = inks[cover.subject]
  const { size, lines } = setTitle(post.title, letters, width)
  const step = 1.12 * size
  const first = (isFromAbove ? 200 : 96) + 0.78 * size
  const title = lines.map((line, index) =>
    outline(line, letters, left, Math.round(first + index * step), size, ink.title),
  )
  const mark = `<path fill="${ink.name}" transform="translate(${left - 4} 530) scale(1.2)" d="${markPath}"/>`
  const name = outline(company.name, letters, left + 66, 576, 38, ink.name)
  const { width: whole, height } = shareSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${height}" viewBox="0 0 ${whole} ${height}"><g transform="translate(0 ${-above})">${drawn}</g>${title.join('')}${mark}${name}</svg>`
}
