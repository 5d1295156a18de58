import { breakLines } from './line-breaks.ts'

/** The outlines of a face: of each character its width and its path, in units of which an em has `unitsPerEm`, from the baseline up. */
export type GlyphOutlines = { unitsPerEm: number; glyphs: Record<string, readonly [advance: number, path: string]> }

/** The lines of a title in one font size, in pixels. */
export type TitleLayout = { size: number; lines: string[] }

/** Chooses the largest size with few enough lines. A longer title is cut, and ends in an ellipsis. */
export function layoutTitle(
  title: string,
  outlines: GlyphOutlines,
  width: number,
  sizes: readonly number[] = [76, 64, 54, 46],
  maxLines = 4,
): TitleLayout {
  const text = drawable(title, outlines)
  const linesAt = (size: number) => breakLines(text, (line) => widthOf(line, outlines, size) <= width)
  const set = sizes.map((size) => ({ size, lines: linesAt(size) }))
  const fits = set.find(({ lines }) => lines.length <= maxLines)
  if (fits) return fits
  const size = Math.min(...sizes)
  const lines = linesAt(size).slice(0, maxLines)
  let last = `${lines.at(-1) ?? ''}…`
  while (widthOf(last, outlines, size) > width) last = `${last.slice(0, -2).trimEnd()}…`
  return { size, lines: [...lines.slice(0, -1), last] }
}

/** A line as filled paths, with its baseline from (x, y). The SVG contains only glyph paths, never the text itself. */
export function outline(
  line: string,
  outlines: GlyphOutlines,
  x: number,
  y: number,
  size: number,
  fill: string,
): string {
  const scale = size / outlines.unitsPerEm
  let pen = 0
  const drawn = [...drawable(line, outlines)].map((character) => {
    const [advance, path] = outlines.glyphs[character] ?? [0, '']
    const letter = path === '' ? '' : `<path transform="translate(${pen} 0)" d="${path}"/>`
    pen += advance
    return letter
  })
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${drawn.join('')}</g>`
}

/**
 * A text in the characters of the font. Others are replaced by their plain form (`CO₂` → `CO2`) or removed, for example emoji.
 * Without one of its letters, a text could mean something else: the result is then empty.
 */
function drawable(text: string, { glyphs }: GlyphOutlines): string {
  const known = (character: string) => Object.hasOwn(glyphs, character)
  let isReadable = true
  const plain = [...text.normalize('NFC').replaceAll('\u202f', '\u00a0')].map((character) => {
    if (known(character)) return character
    if (/\s/.test(character)) return ' '
    const parts = [...character.normalize('NFKD')]
    isReadable &&= parts.every((part) => known(part) || !/[\p{L}\p{N}]/u.test(part))
    return parts.filter(known).join('')
  })
  return isReadable ? plain.join('').replace(/ +/g, ' ').trim() : ''
}

function widthOf(text: string, { glyphs, unitsPerEm }: GlyphOutlines, size: number): number {
  return ([...text].reduce((sum, character) => sum + (glyphs[character]?.[0] ?? 0), 0) * size) / unitsPerEm
}
