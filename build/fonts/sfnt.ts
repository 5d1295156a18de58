/** The tables of one font by their tags, e.g. `GPOS`. */
export type Tables = ReadonlyMap<string, Buffer>

const headerBytes = 12
const recordBytes = 16

/** Where `head` holds the sum that makes a font's own sum a constant (OpenType, "head: Font Header Table"). */
const adjustmentAt = 8
const wholeSum = 0xb1b0afba

/**
 * The tables of a font file (OpenType, "Organization of an OpenType Font").
 *
 * @throws where it is no single font: a collection, or compressed
 */
export function readTables(font: Buffer): Tables {
  const version = font.readUInt32BE(0)
  if (version !== 0x00010000 && version !== 0x4f54544f)
    throw new Error(`a font that begins with 0x${version.toString(16)}; expected TrueType or OpenType, not compressed`)
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => headerBytes + index * recordBytes)
  return new Map(
    records.map((at) => {
      const start = font.readUInt32BE(at + 8)
      return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))]
    }),
  )
}

/** @throws where the font has no such table */
export function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag)
  if (table === undefined) throw new Error(`a font without the table "${tag}"; expected TrueType`)
  return table
}

/** A font file of these tables: its directory in the order of tags, its checksums right. */
export function writeTables(tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const directory = Buffer.alloc(headerBytes + sorted.length * recordBytes)
  const power = Math.floor(Math.log2(sorted.length))
  directory.writeUInt32BE(tables.has('CFF ') || tables.has('CFF2') ? 0x4f54544f : 0x00010000, 0)
  directory.writeUInt16BE(sorted.length, 4)
  directory.writeUInt16BE(2 ** power * recordBytes, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE((sorted.length - 2 ** power) * recordBytes, 10)

  let start = directory.length
  const bodies = sorted.map(([tag, table], index) => {
    const body = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(body)
    if (tag === 'head') body.writeUInt32BE(0, adjustmentAt)
    const at = headerBytes + index * recordBytes
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(sumOf(body), at + 4)
    directory.writeUInt32BE(start, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    start += body.length
    return { tag, body }
  })
  const sum = [directory, ...bodies.map(({ body }) => body)].reduce((total, part) => total + sumOf(part), 0)
  bodies.find(({ tag }) => tag === 'head')?.body.writeUInt32BE((wholeSum - sum) >>> 0, adjustmentAt)
  return Buffer.concat([directory, ...bodies.map(({ body }) => body)])
}

/** OpenType, "Calculating Checksums" */
function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
