import { snap } from './outlines.ts'

/** What a control byte of packed deltas says ("Packed deltas"): how many follow, and in how many bytes each. */
const run = { zeros: 0x80, words: 0x40, count: 0x3f }
const longestRun = run.count + 1
/** At the end of a glyph's deltas: those of its width and height, which are exact ("gvar", "Phantom points"). */
const phantoms = 4

/**
 * How outlines vary, in steps of so many units; widths, and where the parts of composed glyphs stand, vary as before ("gvar: Glyph
 * Variations Table").
 *
 * @param pointsOf of each glyph; 0 where it is composed of others
 * @throws where it is not as HarfBuzz writes it: offsets of two bytes, one tuple a glyph, with deltas for all points
 */
export function deltasOnGrid(gvar: Buffer, pointsOf: number[], step: number): Buffer {
  const dataAt = gvar.readUInt32BE(16)
  const start = (glyph: number) => dataAt + 2 * gvar.readUInt16BE(20 + 2 * glyph)
  const rounded = pointsOf.map((points, glyph) => {
    const data = gvar.subarray(start(glyph), start(glyph + 1))
    return points === 0 || data.length === 0 ? data : roundedData(data, points, step)
  })
  const header = Buffer.from(gvar.subarray(0, dataAt))
  let length = 0
  for (const [glyph, data] of rounded.entries()) {
    length += data.length
    header.writeUInt16BE(length / 2, 20 + 2 * (glyph + 1))
  }
  return Buffer.concat([header, ...rounded])
}

/** Of even length, as offsets in words want it. */
function roundedData(data: Buffer, points: number, step: number): Buffer {
  const [tuples, deltasAt] = [data.readUInt16BE(0), data.readUInt16BE(2)]
  if (tuples !== 1 || data.readUInt16BE(6) !== 0x2000 || data.readUInt8(deltasAt) !== 0)
    throw new Error(`gvar: ${tuples} tuples of a glyph; expected one, with deltas for all points`)
  const count = points + phantoms
  const deltas = unpack(data.subarray(deltasAt + 1), 2 * count)
  const rounded = deltas.map((delta, index) => (index % count < points ? snap(delta, step) : delta))
  // No run goes on from horizontal deltas to vertical ones.
  const packed = Buffer.concat([Buffer.of(0), pack(rounded.slice(0, count)), pack(rounded.slice(count))])
  const header = Buffer.from(data.subarray(0, deltasAt))
  header.writeUInt16BE(packed.length, 4)
  return Buffer.concat([header, packed, Buffer.alloc((header.length + packed.length) % 2)])
}

function unpack(packed: Buffer, count: number): number[] {
  const deltas: number[] = []
  let at = 0
  while (deltas.length < count) {
    const control = packed.readUInt8(at++)
    const size = control & run.zeros ? 0 : control & run.words ? 2 : 1
    for (let left = (control & run.count) + 1; left > 0; left--, at += size)
      deltas.push(size === 0 ? 0 : size === 1 ? packed.readInt8(at) : packed.readInt16BE(at))
  }
  return deltas
}

function pack(deltas: number[]): Buffer {
  const runs: Buffer[] = []
  for (let at = 0; at < deltas.length;) {
    const size = sizeOf(deltas[at] ?? 0)
    let end = at + 1
    while (end < deltas.length && end - at < longestRun && sizeOf(deltas[end] ?? 0) === size) end++
    const bytes = Buffer.alloc(1 + size * (end - at))
    bytes.writeUInt8((size === 0 ? run.zeros : size === 2 ? run.words : 0) | (end - at - 1))
    for (let index = at; size > 0 && index < end; index++)
      bytes.writeIntBE(deltas[index] ?? 0, 1 + size * (index - at), size)
    runs.push(bytes)
    at = end
  }
  return Buffer.concat(runs)
}

function sizeOf(delta: number): 0 | 1 | 2 {
  if (delta === 0) return 0
  return delta >= -128 && delta <= 127 ? 1 : 2
}
