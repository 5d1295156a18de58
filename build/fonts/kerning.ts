import { openFace, shapeText } from './shaping.ts'

/** How much farther (or nearer, below 0) the second glyph stands after the first: first → second → units of the font. */
export type Kerning = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Both in thousandths of an em: what is smaller than `least` is dropped, what is left becomes a multiple of `step`. */
export type Coarseness = { least: number; step: number }

/**
 * The kerning of all pairs of these characters, of a variable font that of its default instance. It is measured with the shaper
 * of Chromium and Firefox: how lookups and subtables play together (OpenType, "GPOS", lookup types 2 and 9) is for it to say.
 *
 * @param font TrueType or OpenType, not compressed
 */
export function measureKerning(font: Uint8Array, characters: string): Kerning {
  const face = openFace(font)
  const all = [...characters]
  const measured = all.map((first): [number, [number, number][]] => {
    // Each second character with the first in front of it: one run tells all pairs that begin alike.
    const text = all.map((second) => first + second).join('')
    const plain = shapeText(face, text, 'kern', 0)
    const kerned = shapeText(face, text, 'kern', 1)
    if (plain.length !== 2 * all.length) throw new Error(`${text}: ${plain.length} glyphs; expected one a character`)
    const pairs = all.map((_, index): [number, number] => {
      const moved = (kerned[2 * index]?.advance ?? 0) - (plain[2 * index]?.advance ?? 0)
      return [plain[2 * index + 1]?.glyph ?? 0, moved]
    })
    return [plain[0]?.glyph ?? 0, pairs.filter(([, value]) => value !== 0)]
  })
  return new Map(measured.map(([first, pairs]) => [first, new Map(pairs)]))
}

/** Kerning that needs fewer bytes and looks the same: see `Coarseness`. */
export function coarsened(kerning: Kerning, unitsPerEm: number, { least, step }: Coarseness): Kerning {
  const unit = unitsPerEm / 1000
  const rough = (value: number) =>
    Math.abs(value) < least * unit ? 0 : Math.round(Math.round(value / (step * unit)) * step * unit)
  const rows = [...kerning].map(([first, pairs]): [number, Map<number, number>] => [
    first,
    new Map([...pairs].map(([second, value]): [number, number] => [second, rough(value)]).filter(([, value]) => value)),
  ])
  return new Map(rows.filter(([, pairs]) => pairs.size > 0))
}
