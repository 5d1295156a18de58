import { type Tables, tableOf } from './sfnt.ts'

/** The same font with what its tables of variations say of more glyphs at the end: they do not vary. */
export function withStillGlyphs(font: Tables, added: number): Tables {
  const [outlines, widths] = [font.get('gvar'), font.get('HVAR')]
  const varying = new Map(font)
  if (outlines !== undefined) varying.set('gvar', withStillOutlines(outlines, added))
  if (widths !== undefined) varying.set('HVAR', withStillWidths(widths, tableOf(font, 'maxp').readUInt16BE(4)))
  return varying
}

/** Glyphs whose data has no length ("gvar: Glyph Variations Table"). */
function withStillOutlines(gvar: Buffer, added: number): Buffer {
  const glyphs = gvar.readUInt16BE(12)
  const size = gvar.readUInt16BE(14) & 1 ? 4 : 2
  const end = 20 + size * (glyphs + 1)
  const last = gvar.subarray(end - size, end)
  const header = Buffer.from(gvar.subarray(0, end))
  // Where the shared tuples begin, and where the data of glyphs does.
  for (const at of [8, 16]) header.writeUInt32BE(header.readUInt32BE(at) + size * added, at)
  header.writeUInt16BE(glyphs + added, 12)
  return Buffer.concat([header, ...Array.from({ length: added }, () => last), gvar.subarray(end)])
}

/**
 * Its map of widths as long as the font has glyphs, and an entry more, of no difference: the last one holds for all glyphs that
 * follow ("HVAR: Horizontal Metrics Variations Table", "DeltaSetIndexMap").
 *
 * @throws where it is not as HarfBuzz writes it: such a map of single bytes, and one list of differences, of a byte each
 */
function withStillWidths(hvar: Buffer, glyphs: number): Buffer {
  const [storeAt, mapAt] = [hvar.readUInt32BE(4), hvar.readUInt32BE(8)]
  const mapped = hvar.readUInt16BE(mapAt + 2)
  const entries = hvar.subarray(mapAt + 4, mapAt + 4 + mapped)
  const listAt = storeAt + hvar.readUInt32BE(storeAt + 8)
  const differences = hvar.subarray(listAt + 8, listAt + 8 + hvar.readUInt16BE(listAt))
  const shape = [
    mapAt,
    hvar.readUInt16BE(mapAt) & 0xfff0,
    hvar.readUInt16BE(storeAt + 6),
    ...words(hvar, listAt + 2, 2),
  ]
  const none = differences.indexOf(0)
  if (shape.join() !== [20, 0, 1, 0, 1].join() || storeAt < mapAt || none === -1)
    throw new Error(`HVAR of ${hvar.length} bytes: expected a map of bytes before a list of bytes, one of them 0`)
  const rest = Buffer.alloc(glyphs - mapped, entries.at(-1))
  const map = Buffer.concat([hvar.subarray(mapAt, mapAt + 4), entries, rest, Buffer.of(none)])
  map.writeUInt16BE(glyphs + 1, 2)
  const header = Buffer.from(hvar.subarray(0, mapAt))
  header.writeUInt32BE(mapAt + map.length, 4)
  return Buffer.concat([header, map, hvar.subarray(storeAt)])
}

function words(table: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => table.readUInt16BE(at + 2 * index))
}
