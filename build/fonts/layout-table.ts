/** What a feature does, by its tag, e.g. `kern`: a lookup of one type, whose subtables are tried in turn. */
export type LayoutFeature = { tag: string; lookupType: number; subtables: Buffer[] }

/** A `GPOS` or `GSUB` table of this feature, for all scripts (OpenType, "Layout Common Table Formats"). */
export function writeLayoutTable({ tag, lookupType, subtables }: LayoutFeature): Buffer {
  const scripts = words(1, 'DFLT', 8, 4, 0, 0, 0xffff, 1, 0)
  const features = words(1, tag, 8, 0, 1, 0)
  const lookups = words(1, 4, lookupType, 0, subtables.length, ...startsOf(subtables, 6 + 2 * subtables.length))
  const scriptsAt = 10
  const featuresAt = scriptsAt + scripts.length
  const header = words(1, 0, scriptsAt, featuresAt, featuresAt + features.length)
  return Buffer.concat([header, scripts, features, lookups, ...subtables])
}

/** Where each begins when they follow one another. */
function startsOf(parts: Buffer[], first: number): number[] {
  let next = first
  return parts.map(({ length }) => {
    const start = next
    next += length
    return start
  })
}

/** "Coverage table", format 1: in order, so that a compressor sees what the tables of classes say again. */
export function coverageOf(glyphs: number[]): Buffer {
  return words(1, glyphs.length, ...glyphs)
}

/** Numbers as 16 bits each, signed or not; tags as they are. */
export function words(...parts: (number | string)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1')
      const word = Buffer.alloc(2)
      if (part < 0) word.writeInt16BE(part)
      else word.writeUInt16BE(part)
      return word
    }),
  )
}
