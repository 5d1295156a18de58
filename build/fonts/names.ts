const headerBytes = 6
const recordBytes = 12

/** Whose it is (0), what it is called (1, 2, 4, 6), and whatever the axes are called, from 256 on. */
const needed = [0, 1, 2, 4, 6]
const copyright = 0

/** For whom a text is (platform, encoding, language), of what kind it is, and its bytes. */
type Name = { record: Buffer; id: number; text: Buffer }

/**
 * A `name` table without what programs that choose fonts would show: versions, unique names, names of instances and features
 * (OpenType, "name: Naming Table"). The copyright stays, as the fonts' licence (OFL 1.1) wants it.
 *
 * @param others names that other tables refer to
 */
export function fewerNames(table: Buffer, others: number[]): Buffer {
  return writeNames(readNames(table).filter(({ id }) => [...needed, ...others].includes(id)))
}

/** The names of one font, and whose work the other one is that is in it too. */
export function withCopyrightOf(table: Buffer, other: Buffer): Buffer {
  const isCopyright = ({ id }: Name) => id === copyright
  const theirs = readNames(other).find(isCopyright)?.text ?? Buffer.alloc(0)
  // Texts for Windows are UTF-16, big end first; no other kind is left in these fonts.
  const and = Buffer.from('; ', 'utf16le').swap16()
  return writeNames(
    readNames(table).map((name) =>
      isCopyright(name) ? { ...name, text: Buffer.concat([name.text, and, theirs]) } : name,
    ),
  )
}

function readNames(table: Buffer): Name[] {
  const strings = table.readUInt16BE(4)
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const at = headerBytes + index * recordBytes
    const record = table.subarray(at, at + recordBytes)
    const start = strings + record.readUInt16BE(10)
    return { record, id: record.readUInt16BE(6), text: table.subarray(start, start + record.readUInt16BE(8)) }
  })
}

function writeNames(names: Name[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(names.length, 2)
  header.writeUInt16BE(headerBytes + names.length * recordBytes, 4)
  let start = 0
  const moved = names.map(({ record, text }) => {
    const copy = Buffer.from(record)
    copy.writeUInt16BE(text.length, 8)
    copy.writeUInt16BE(start, 10)
    start += text.length
    return copy
  })
  return Buffer.concat([header, ...moved, ...names.map(({ text }) => text)])
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
