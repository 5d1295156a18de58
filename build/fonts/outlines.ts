/** A point's flags as `glyf` has them (OpenType, "glyf", "Simple glyph description"). */
const flag = { onCurve: 0x01, xShort: 0x02, yShort: 0x04, repeat: 0x08, xSame: 0x10, ySame: 0x20, overlap: 0x40 }
const headerBytes = 10

type Point = { x: number; y: number; kind: number }
/** An outline of its own, not composed of others; `ends`: of each contour, the number of its last point. */
type Outline = { ends: number[]; points: Point[] }

/** How many points an outline has; 0 where there is none, or where it is composed of others. */
export function pointsOf(outline: Buffer): number {
  return isSimple(outline) ? lastPoint(outline) + 1 : 0
}

/** The same outline with all points on a grid of so many units; what is composed of others stays as it is. */
export function onGrid(outline: Buffer, step: number): Buffer {
  if (!isSimple(outline)) return outline
  const { ends, points } = readOutline(outline)
  return writeOutline({ ends, points: points.map(({ x, y, kind }) => ({ x: snap(x, step), y: snap(y, step), kind })) })
}

/** The nearest multiple of a step. */
export function snap(value: number, step: number): number {
  return Math.round(value / step) * step
}

function isSimple(outline: Buffer): boolean {
  return outline.length > 0 && outline.readInt16BE(0) > 0
}

function lastPoint(outline: Buffer): number {
  return outline.readUInt16BE(headerBytes + 2 * (outline.readInt16BE(0) - 1))
}

function readOutline(outline: Buffer): Outline {
  const ends = Array.from({ length: outline.readInt16BE(0) }, (_, index) =>
    outline.readUInt16BE(headerBytes + 2 * index),
  )
  const instructionsAt = headerBytes + 2 * ends.length
  let at = instructionsAt + 2 + outline.readUInt16BE(instructionsAt)
  const flags: number[] = []
  while (flags.length <= lastPoint(outline)) {
    const bits = outline.readUInt8(at++)
    const times = bits & flag.repeat ? outline.readUInt8(at++) + 1 : 1
    flags.push(...Array.from({ length: times }, () => bits))
  }
  const coordinates = (short: number, same: number) => {
    let value = 0
    return flags.map((bits) => {
      if (bits & short) value += outline.readUInt8(at++) * (bits & same ? 1 : -1)
      else if (!(bits & same)) {
        value += outline.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(flag.xShort, flag.xSame)
  const ys = coordinates(flag.yShort, flag.ySame)
  const kind = flag.onCurve | flag.overlap
  return { ends, points: flags.map((bits, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, kind: bits & kind })) }
}

/** Without instructions, each coordinate in two bytes: WOFF2 packs them anew. */
function writeOutline({ ends, points }: Outline): Buffer {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const header = [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return Buffer.concat([
    int16([...header, ...ends, 0]),
    Buffer.from(points.map(({ kind }) => kind)),
    int16(differences(xs)),
    int16(differences(ys)),
  ])
}

function differences(values: number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0))
}

function int16(values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, 2 * index)
  return bytes
}
