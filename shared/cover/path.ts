import type { Part } from './paint.ts'

export type Path = (part: Part, d: string) => string

export type Drawn = {
  /** Drawn with the horizon at y = 0 and the subject's middle at x = 0. */
  subject: string
  /** A shape that reaches the frame's edge, in the frame's units. */
  onFrame?: string
  /** Whether that shape is behind the subject. */
  isBehind?: boolean
  /** Whether the sun or the moon is in its sky. Other subjects have a light of their own, or would touch it. */
  hasLight?: boolean
}

export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`
}

/** A smooth closed curve. The points are the control points of quadratic curves, which meet halfway between them. */
export function closedCurve(points: readonly (readonly [number, number])[]): string {
  const middleOf = (index: number) => {
    const [a = [0, 0], b = [0, 0]] = [points[index % points.length], points[(index + 1) % points.length]]
    return `${Math.round((a[0] + b[0]) / 2)} ${Math.round((a[1] + b[1]) / 2)}`
  }
  const curves = points.map((_, index) => {
    const [px = 0, py = 0] = points[(index + 1) % points.length] ?? []
    return `Q${Math.round(px)} ${Math.round(py)} ${middleOf(index + 1)}`
  })
  return `M${middleOf(0)}${curves.join('')}z`
}
