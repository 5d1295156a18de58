import { coverageOf, words, writeLayoutTable } from './layout-table.ts'

/** What a feature shows instead: glyph → glyph. */
export type Substitution = ReadonlyMap<number, number>

/** A `GSUB` table of this one feature, by its tag (OpenType, "GSUB", "Single substitution format 2"). */
export function writeGlyphSubstitution(tag: string, substitution: Substitution): Buffer {
  const sorted = [...substitution].sort(([a], [b]) => a - b)
  const start = words(2, 6 + 2 * sorted.length, sorted.length, ...sorted.map(([, shown]) => shown))
  const subtable = Buffer.concat([start, coverageOf(sorted.map(([glyph]) => glyph))])
  return writeLayoutTable({ tag, lookupType: 1, subtables: [subtable] })
}
