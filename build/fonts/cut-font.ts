import subsetFont from 'subset-font'
import { axisNames, fewerNames, withoutInstances } from './names.ts'
import { glyphsOnGrid } from './glyphs-on-grid.ts'
import { coarsened, type Kerning, measureKerning } from './kerning.ts'
import { readTables, type Tables, tableOf, writeTables } from './sfnt.ts'
import { openFace, shapeText } from './shaping.ts'

/** What a font is to hold. */
export type Content = {
  characters: string
  weights: { min: number; max: number }
  /** Points of outlines lie on its multiples, in units of the font. */
  grid: number
}

/**
 * How everything is cut; whoever keeps fonts keeps them by it.
 *
 * Kerning in thousandths of an em: what goes would move a letter by less than 2.3 px in the largest heading of a desk,
 * by 1.1 on a phone.
 * `STAT` is for menus of fonts. `GDEF` tells marks from letters and holds how kerning varies: there are no marks, and no such values.
 * (`HVAR` stays, although it may go by the specification: without it letters with accents had the width of another weight.)
 */
export const recipe = { kerning: { least: 28, step: 14 }, dropped: ['STAT', 'GDEF'] }

/** A font with what it is to hold; its kerning is yet to be written. */
export type CutFont = {
  tables: Tables
  /** The glyph of each character. */
  glyphs: ReadonlyMap<string, number>
  kerning: Kerning
}

/** @param source a font as fontverter reads it, WOFF2 too */
export async function cutFont(source: Buffer, content: Content): Promise<CutFont> {
  const { characters } = content
  const uncut = readTables(await takeOut(source, content))
  const tables = new Map(glyphsOnGrid(uncut, content.grid))
  for (const tag of recipe.dropped) tables.delete(tag)
  const axes = tables.get('fvar')
  tables.set('name', fewerNames(tableOf(uncut, 'name'), axes === undefined ? [] : axisNames(axes)))
  if (axes !== undefined) tables.set('fvar', withoutInstances(axes))

  const font = writeTables(uncut)
  const unitsPerEm = tableOf(uncut, 'head').readUInt16BE(18)
  return {
    tables,
    glyphs: glyphsOf(font, characters),
    kerning: coarsened(measureKerning(font, characters), unitsPerEm, recipe.kerning),
  }
}

/** The font with these contents, its tables as HarfBuzz writes them. */
export function takeOut(source: Buffer, { characters, weights }: Content): Promise<Buffer> {
  const wght = weights.min === weights.max ? weights.min : weights
  // A variable, since the package's types do not know all of its options yet.
  const options = {
    targetFormat: 'sfnt' as const,
    variationAxes: { wght },
    keepFeatures: ['kern'],
    noHinting: true,
  }
  return subsetFont(source, characters, options)
}

function glyphsOf(font: Buffer, characters: string): Map<string, number> {
  const face = openFace(font)
  return new Map([...characters].map((character) => [character, shapeText(face, character, 'kern', 0)[0]?.glyph ?? 0]))
}
