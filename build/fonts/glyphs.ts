import { type Tables, tableOf } from './sfnt.ts'

/** A glyph as `glyf` and `hmtx` hold it: its outline as bytes, its width and left side bearing as four. */
export type Glyph = { outline: Buffer; metrics: Buffer }

/** OpenType, "glyf", "Composite glyph description": what of a component's flags says how long it is, and whether one follows. */
const component = { words: 0x0001, scale: 0x0008, more: 0x0020, twoScales: 0x0040, matrix: 0x0080 }

/** All glyphs of a TrueType font by their numbers. */
export function readGlyphs(tables: Tables): Glyph[] {
  const [glyf, loca, hmtx] = [tableOf(tables, 'glyf'), tableOf(tables, 'loca'), tableOf(tables, 'hmtx')]
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1
  const start = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  const widths = tableOf(tables, 'hhea').readUInt16BE(34)
  return Array.from({ length: tableOf(tables, 'maxp').readUInt16BE(4) }, (_, glyph) => {
    // The last width holds for all glyphs after it, of which only the bearings are told.
    const widthAt = 4 * Math.min(glyph, widths - 1)
    const bearingAt = glyph < widths ? widthAt + 2 : 4 * widths + 2 * (glyph - widths)
    return {
      outline: glyf.subarray(start(glyph), start(glyph + 1)),
      metrics: Buffer.concat([hmtx.subarray(widthAt, widthAt + 2), hmtx.subarray(bearingAt, bearingAt + 2)]),
    }
  })
}

/** The same font with these glyphs in place of its own. */
export function withGlyphs(tables: Tables, glyphs: Glyph[]): Tables {
  const outlines = glyphs.map(({ outline }) => Buffer.concat([outline, Buffer.alloc(outline.length % 2)]))
  const loca = Buffer.alloc(2 * (glyphs.length + 1))
  let start = 0
  for (const [glyph, outline] of outlines.entries()) {
    start += outline.length
    loca.writeUInt16BE(start / 2, 2 * (glyph + 1))
  }
  const [head, hhea, maxp] = [copyOf(tables, 'head'), copyOf(tables, 'hhea'), copyOf(tables, 'maxp')]
  // Offsets in words of two bytes; a width for each glyph; how many there are.
  head.writeInt16BE(0, 50)
  hhea.writeUInt16BE(glyphs.length, 34)
  maxp.writeUInt16BE(glyphs.length, 4)
  return new Map([
    ...tables,
    ['glyf', Buffer.concat(outlines)],
    ['loca', loca],
    ['hmtx', Buffer.concat(glyphs.map(({ metrics }) => metrics))],
    ['head', head],
    ['hhea', hhea],
    ['maxp', maxp],
  ])
}

function copyOf(tables: Tables, tag: string): Buffer {
  return Buffer.from(tableOf(tables, tag))
}

/** The same outline where all glyphs stand `by` numbers farther: what is composed of others names them by number. */
export function renumbered(outline: Buffer, by: number): Buffer {
  const copy = Buffer.from(outline)
  const isComposite = copy.length > 0 && copy.readInt16BE(0) < 0
  for (let at = isComposite ? 10 : 0; at > 0;) {
    const flags = copy.readUInt16BE(at)
    copy.writeUInt16BE(copy.readUInt16BE(at + 2) + by, at + 2)
    const offsets = flags & component.words ? 4 : 2
    const scales = flags & component.matrix ? 8 : flags & component.twoScales ? 4 : flags & component.scale ? 2 : 0
    at = flags & component.more ? at + 4 + offsets + scales : 0
  }
  return copy
}
