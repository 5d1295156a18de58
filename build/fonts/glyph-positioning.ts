import type { Kerning } from './kerning.ts'
import { coverageOf, words, writeLayoutTable } from './layout-table.ts'

/** Glyphs that are kerned alike, as numbers: glyph → class. */
type Classes = ReadonlyMap<number, number>

const xAdvance = 0x0004

/**
 * A `GPOS` table with nothing but this kerning: a subtable for each group of glyphs that are only kerned among themselves, in
 * which glyphs that are kerned alike are one class (OpenType, "GPOS", "Pair adjustment positioning format 2: class pair
 * adjustment").
 */
export function writeGlyphPositioning(groups: Kerning[]): Buffer {
  return writeLayoutTable({ tag: 'kern', lookupType: 2, subtables: groups.map(pairs) })
}

function pairs(kerning: Kerning): Buffer {
  const firsts = [...kerning.keys()].sort(ascending)
  const seconds = [...new Set(firsts.flatMap((first) => [...(kerning.get(first)?.keys() ?? [])]))].sort(ascending)
  const value = (first: number, second: number) => kerning.get(first)?.get(second) ?? 0
  const rows = classesOf(firsts, (first) => seconds.map((second) => value(first, second)), 0)
  // Class 0 of the second glyphs is whatever stands in no pair.
  const columns = classesOf(seconds, (second) => firsts.map((first) => value(first, second)), 1)

  const values = rows.members.flatMap((first) => [0, ...columns.members.map((second) => value(first, second))])
  const matrix = words(...values)
  const coverage = coverageOf(firsts)
  const rowClasses = classDefinition(rows.classes)
  const columnClasses = classDefinition(columns.classes)
  const coverageAt = 16 + matrix.length
  const rowsAt = coverageAt + coverage.length
  const columnsAt = rowsAt + rowClasses.length
  const sizes = [rows.members.length, columns.members.length + 1]
  const start = words(2, coverageAt, xAdvance, 0, rowsAt, columnsAt, ...sizes)
  return Buffer.concat([start, matrix, coverage, rowClasses, columnClasses])
}

/** Glyphs of the same values become one class, the classes are numbered from `from` on; `members`: of each class, its first glyph. */
function classesOf(glyphs: number[], valuesOf: (glyph: number) => number[], from: number) {
  const keys = glyphs.map((glyph) => valuesOf(glyph).join(' '))
  const members = [...new Set(keys)].map((key) => keys.indexOf(key))
  const classes: Classes = new Map(
    glyphs.map((glyph, index) => [glyph, from + [...new Set(keys)].indexOf(keys[index] ?? '')]),
  )
  return { classes, members: members.map((index) => glyphs[index] ?? 0) }
}

/** "Class definition table", format 2 where it is shorter, else format 1; class 0 needs no word. */
function classDefinition(classes: Classes): Buffer {
  const named = [...classes].filter(([, number]) => number !== 0)
  const [start = 0] = named[0] ?? []
  const [end = start] = named.at(-1) ?? []
  const ranges: [number, number, number][] = []
  for (const [glyph, number] of named) {
    const last = ranges.at(-1)
    if (last?.[1] === glyph - 1 && last[2] === number) last[1] = glyph
    else ranges.push([glyph, glyph, number])
  }
  const list = Array.from({ length: end - start + 1 }, (_, index) => classes.get(start + index) ?? 0)
  const byRange = words(2, ranges.length, ...ranges.flat())
  const byGlyph = words(1, start, list.length, ...list)
  return byRange.length < byGlyph.length ? byRange : byGlyph
}

function ascending(a: number, b: number): number {
  return a - b
}
