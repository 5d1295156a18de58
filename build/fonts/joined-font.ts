import type { CutFont } from './cut-font.ts'
import { withCopyrightOf } from './names.ts'
import { writeGlyphPositioning } from './glyph-positioning.ts'
import { type Substitution, writeGlyphSubstitution } from './glyph-substitution.ts'
import { readGlyphs, renumbered, withGlyphs } from './glyphs.ts'
import type { Kerning } from './kerning.ts'
import { type Tables, tableOf, writeTables } from './sfnt.ts'
import { withStillGlyphs } from './variations.ts'

/** Signs that headings seldom have: whoever is a guest shows those of the host. */
export const shared = '"$%&+;=–—‘“”…'

/** What of these characters a guest brings along. */
export function ownLetters(characters: string): string {
  return [...characters].filter((character) => !shared.includes(character)).join('')
}

/**
 * Two fonts in one file: a font of one weight becomes a feature of another, whose characters it shows in its own letters as long
 * as a style asks for that feature. Lines are as high as the other's, and so is everything that is reckoned from a font without
 * setting text: the unit `ch`, where an underline lies.
 *
 * @param host any TrueType font, variable or not
 * @param guest of no more characters, as many units an em, and no axis
 * @param feature the guest's tag, e.g. `ss20`, a stylistic set: whatever browser can set one, Safari included, sets this
 * @returns TrueType, not compressed
 * @throws where a letter of the guest has no place in the host, or another em
 */
export function joinFonts(host: CutFont, guest: CutFont, feature: string): Buffer {
  const [em, guestEm] = [host, guest].map(({ tables }) => tableOf(tables, 'head').readUInt16BE(18))
  if (em !== guestEm) throw new Error(`fonts of ${em} and ${guestEm} units an em; expected as many in both`)
  const [hosts, guests] = [readGlyphs(host.tables), readGlyphs(guest.tables)]
  const by = hosts.length
  const moved = guests.map(({ outline, metrics }) => ({ outline: renumbered(outline, by), metrics }))
  const letters = withGlyphs(withStillGlyphs(host.tables, guests.length), [...hosts, ...moved])
  return writeTables(
    new Map([
      ...withExtremesOf(letters, guest.tables),
      ['name', withCopyrightOf(tableOf(host.tables, 'name'), tableOf(guest.tables, 'name'))],
      ['GSUB', writeGlyphSubstitution(feature, substitutionOf(host, guest, by))],
      ['GPOS', writeGlyphPositioning([host.kerning, kerningFrom(guest.kerning, by)])],
    ]),
  )
}

/** Each character's letter of the host becomes the guest's. */
function substitutionOf(host: CutFont, guest: CutFont, by: number): Substitution {
  const shown = new Map<number, number>()
  for (const [character, glyph] of guest.glyphs) {
    const replaced = host.glyphs.get(character)
    const other = replaced === undefined ? undefined : shown.get(replaced)
    if (replaced === undefined || (other !== undefined && other !== glyph + by))
      throw new Error(`"${character}": expected a glyph of its own in the font that is to hold it`)
    shown.set(replaced, glyph + by)
  }
  return shown
}

function kerningFrom(kerning: Kerning, by: number): Kerning {
  return new Map(
    [...kerning].map(([first, pairs]) => [
      first + by,
      new Map([...pairs].map(([second, value]) => [second + by, value])),
    ]),
  )
}

/** How large glyphs are at most, in the tables that say so. */
function withExtremesOf(tables: Tables, other: Tables): Tables {
  const merged = (tag: string, least: number[], greatest: number[]) => {
    const table = Buffer.from(tableOf(tables, tag))
    const theirs = tableOf(other, tag)
    for (const at of least) table.writeInt16BE(Math.min(table.readInt16BE(at), theirs.readInt16BE(at)), at)
    for (const at of greatest) table.writeInt16BE(Math.max(table.readInt16BE(at), theirs.readInt16BE(at)), at)
    return table
  }
  return new Map([
    ...tables,
    // The box around all glyphs; widths and bearings; points, contours and components of a glyph.
    ['head', merged('head', [36, 38], [40, 42])],
    ['hhea', merged('hhea', [12, 14], [10, 16])],
    ['maxp', merged('maxp', [], [6, 8, 10, 12, 28, 30])],
  ])
}
