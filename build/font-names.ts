const headerBytes = 6
const recordBytes = 12

/** Whose it is (0), what it is called (1, 2, 4, 6), and whatever the axes are called, from 256 on. */
const needed = [0, 1, 2, 4, 6]

/**
 * A `name` table without what programs that choose fonts would show: versions, unique names, names of instances and features
 * (OpenType, "name: Naming Table"). The copyright stays, as the fonts' licence (OFL 1.1) wants it.
 *
 * @param others names that other tables refer to
 */
export function fewerNames(table: Buffer, others: number[]): Buffer {
  const strings = table.readUInt16BE(4)
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const at = headerBytes + index * recordBytes
    const start = strings + table.readUInt16BE(at + 10)
    return {
      record: table.subarray(at, at + recordBytes),
      text: table.subarray(start, start + table.readUInt16BE(at + 8)),
    }
  }).filter(({ record }) => [...needed, ...others].includes(record.readUInt16BE(6)))

  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(records.length, 2)
  header.writeUInt16BE(headerBytes + records.length * recordBytes, 4)
  let start = 0
  const moved = records.map(({ record, text }) => {
    const copy = Buffer.from(record)
    copy.writeUInt16BE(start, 10)
    start += text.length
    return copy
  })
  return Buffer.concat([header, ...moved, ...records.map(({ text }) => text)])
}

/** A table of axes without the instances, which only menus of fonts offer ("fvar: Font Variations Table"). */
export function withoutInstances(fvar: Buffer): Buffer {
  const axes = fvar.subarray(0, fvar.readUInt16BE(4) + fvar.readUInt16BE(8) * fvar.readUInt16BE(10))
  const table = Buffer.from(axes)
  table.writeUInt16BE(0, 12)
  return table
}

/** The numbers of the names of a font's axes. */
export function axisNames(fvar: Buffer): number[] {
  const [first, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  return Array.from({ length: count }, (_, index) => fvar.readUInt16BE(first + index * size + 18))
}
