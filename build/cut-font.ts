import subsetFont from 'subset-font'
import { axisNames, fewerNames, withoutInstances } from './font-names.ts'
import { writeGlyphPositioning } from './glyph-positioning.ts'
import { coarsened, measureKerning } from './kerning.ts'
import { readTables, type Tables, writeTables } from './sfnt.ts'

/** What a font is to hold: characters, weights, and features that styles ask for besides kerning, e.g. `tnum`. */
export type Content = { characters: string; weights: { min: number; max: number }; features: string[] }

/**
 * How everything is cut; whoever keeps fonts keeps them by it.
 *
 * A fiftieth of an em is 1.6 px in the largest heading and 0.3 px in running text; nearer and smaller than that nobody sees a pair.
 * `STAT` is for menus of fonts. `GDEF` tells marks from letters and holds how kerning varies: there are no marks, and no such values.
 * (`HVAR` stays, although it may go by the specification: without it letters with accents had the width of another weight.)
 */
export const recipe = { kerning: { least: 20, step: 10 }, dropped: ['STAT', 'GDEF'] }

/** @returns TrueType, not compressed */
export async function cutFont(source: Buffer, content: Content): Promise<Buffer> {
  const uncut = readTables(await takeOut(source, content))
  const positioning = writeGlyphPositioning(
    coarsened(measureKerning(writeTables(uncut), content.characters), unitsPerEm(uncut), recipe.kerning),
  )
  const tables = new Map([...uncut, ['GPOS', positioning]] as const)
  for (const tag of recipe.dropped) tables.delete(tag)
  const name = tables.get('name')
  const axes = tables.get('fvar')
  if (name !== undefined) tables.set('name', fewerNames(name, axes === undefined ? [] : axisNames(axes)))
  if (axes !== undefined) tables.set('fvar', withoutInstances(axes))
  return writeTables(tables)
}

/** The font with these contents, its tables as HarfBuzz writes them. */
export function takeOut(source: Buffer, { characters, weights, features }: Content): Promise<Buffer> {
  const wght = weights.min === weights.max ? weights.min : weights
  // A variable, since the package's types do not know all of its options yet.
  const options = {
    targetFormat: 'sfnt' as const,
    variationAxes: { wght },
    keepFeatures: ['kern', ...features],
    noHinting: true,
  }
  return subsetFont(source, characters, options)
}

function unitsPerEm(tables: Tables): number {
  return tables.get('head')?.readUInt16BE(18) ?? 1000
}
