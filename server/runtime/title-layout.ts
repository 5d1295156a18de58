/** A font's outlines: the width and the path of each character. An em has `unitsPerEm` units; y grows from the baseline upwards. */
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
  const layouts = sizes.map((size) => ({ size, lines: linesAt(size) }))
  const fitting = layouts.find(({ lines }) => lines.length <= maxLines)
  if (fitting) return fitting
  const size = Math.min(...sizes)
  const lines = linesAt(size).slice(0, maxLines)
  let last = `${lines.at(-1) ?? ''}…`
  while (widthOf(last, outlines, size) > width) last = `${last.slice(0, -2).trimEnd()}…`
  return { size, lines: [...lines.slice(0, -1), last] }
}

/** Breaks a text at ordinary spaces, never at no-break spaces. A word that is wider than the line is cut. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) {
      lines.splice(-1, 1, `${last} ${word}`)
      continue
    }
    let rest = word
    while (!fits(rest)) {
      let length = rest.length
      while (length > 1 && !fits(rest.slice(0, length))) length -= 1
      lines.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
    lines.push(rest)
  }
  return lines
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
 * A text in the characters of the font. Other characters are replaced by their plain form (`CO₂` → `CO2`) or removed, for example
 * emoji. If a letter or digit cannot be drawn, the text could mean something else, so the result is empty.
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
