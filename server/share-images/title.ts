import { breakLines } from '../runtime/line-breaks.ts'

/** The outlines of a face: of each character its width and its path, in units of which an em has `unitsPerEm`, from the baseline up. */
export type Letters = { unitsPerEm: number; letters: Record<string, readonly [advance: number, path: string]> }

/** The lines of a title, all in one size, in pixels. */
export type SetTitle = { size: number; lines: string[] }

/** The largest size in which a title has few enough lines; one that is longer ends in a sign for what is left out. */
export function setTitle(
  title: string,
  letters: Letters,
  width: number,
  sizes: readonly number[] = [76, 64, 54, 46],
  maxLines = 4,
): SetTitle {
  const text = drawable(title, letters)
  const linesAt = (size: number) => breakLines(text, (line) => widthOf(line, letters, size) <= width)
  const set = sizes.map((size) => ({ size, lines: linesAt(size) }))
  const fits = set.find(({ lines }) => lines.length <= maxLines)
  if (fits) return fits
  const size = Math.min(...sizes)
  const lines = linesAt(size).slice(0, maxLines)
  let last = `${lines.at(-1) ?? ''}…`
  while (widthOf(last, letters, size) > width) last = `${last.slice(0, -2).trimEnd()}…`
  return { size, lines: [...lines.slice(0, -1), last] }
}

/** A line as filled paths, its baseline beginning at (x, y). The paths are the face's own: nothing of the text is in them. */
export function outline(line: string, letters: Letters, x: number, y: number, size: number, fill: string): string {
  const scale = size / letters.unitsPerEm
  let pen = 0
  const drawn = [...drawable(line, letters)].map((character) => {
    const [advance, path] = letters.letters[character] ?? [0, '']
    const letter = path === '' ? '' : `<path transform="translate(${pen} 0)" d="${path}"/>`
    pen += advance
    return letter
  })
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${drawn.join('')}</g>`
}

/**
 * A text in the characters of the face. Others take their plain form (`CO₂` → `CO2`) or are left out, as emoji are. Without one of its
 * letters a text would say something else: it is not drawn at all.
 */
function drawable(text: string, { letters }: Letters): string {
  const known = (character: string) => Object.hasOwn(letters, character)
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

function widthOf(text: string, { letters, unitsPerEm }: Letters, size: number): number {
  return ([...text].reduce((sum, character) => sum + (letters[character]?.[0] ?? 0), 0) * size) / unitsPerEm
}
