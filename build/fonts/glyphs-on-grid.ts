import { readGlyphs, withGlyphs } from './glyphs.ts'
import { deltasOnGrid } from './outline-deltas.ts'
import { onGrid, pointsOf } from './outlines.ts'
import type { Tables } from './sfnt.ts'

/** The same TrueType font with all points of its outlines in steps of so many units; each glyph is as wide as it was. */
export function glyphsOnGrid(tables: Tables, step: number): Tables {
  const glyphs = readGlyphs(tables)
  const rounded = glyphs.map(({ outline, metrics }) => {
    const moved = onGrid(outline, step)
    const bearing = Buffer.from(metrics)
    // A glyph stands where its bearing says that its leftmost point is.
    if (moved.length > 0)
      bearing.writeInt16BE(metrics.readInt16BE(2) + moved.readInt16BE(2) - outline.readInt16BE(2), 2)
    return { outline: moved, metrics: bearing }
  })
  const gvar = tables.get('gvar')
  const points = glyphs.map(({ outline }) => pointsOf(outline))
  return new Map([
    ...withGlyphs(tables, rounded),
    ...(gvar === undefined ? [] : [['gvar', deltasOnGrid(gvar, points, step)] as const]),
  ])
}
