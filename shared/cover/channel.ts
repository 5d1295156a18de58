import { type Cover, coverFrame } from './composition.ts'
import { closedCurve, type Drawn, type Path } from './path.ts'

/** The outline of the coast and of the depths around it, as shares of half their width. */
const coast = [
  [0.98, 0.04],
  [0.82, 0.34],
  [0.5, 0.46],
  [0.1, 0.52],
  [-0.4, 0.44],
  [-0.8, 0.36],
  [-1, 0.02],
  [-0.84, -0.3],
  [-0.46, -0.38],
  [-0.04, -0.5],
  [0.42, -0.42],
  [0.86, -0.26],
] as const

/** Land from above within lines of equal depth, and a channel to it from the frame's lower edge. */
export function drawChannel({ parts, x, horizon, scale, isMirrored }: Cover, path: Path): Drawn {
  const middle = 190
  const ring = (half: number) => closedCurve(coast.map(([dx, dy]) => [dx * half, middle + dy * half]))
  const rings = Math.min(6, 2 + Math.round(parts / 2))
  const side = isMirrored ? -1 : 1
  const harbour = { x: x - side * 14 * scale, y: horizon + (middle + 34) * scale }
  const depth = coverFrame.height - harbour.y
  // The channel covers about a twentieth of the frame, whatever its length.
  const mouth = Math.min(300, 84_000 / depth)
  const foot = harbour.x + side * (x < 600 ? 150 : -150)
  const bend = (to: number) =>
    `C${Math.round(harbour.x + side * 90)} ${Math.round(harbour.y + depth * 0.4)} ${Math.round(to)} ${Math.round(harbour.y + depth * 0.5)}`
  const onFrame = path(
    'lichen',
    `M${Math.round(harbour.x - 12)} ${Math.round(harbour.y)}${bend(foot - mouth / 2)} ${Math.round(foot - mouth / 2)} 750H${Math.round(foot + mouth / 2)}C${Math.round(foot + mouth / 2)} ${Math.round(harbour.y + depth * 0.5)} ${Math.round(harbour.x + side * 90 + 70)} ${Math.round(harbour.y + depth * 0.4)} ${Math.round(harbour.x + 16)} ${Math.round(harbour.y)}z`,
  )
  return {
    subject: [
      ...Array.from({ length: rings }, (_, index) => path('shoal', ring(330 - (index * 200) / rings))),
      path('body', closedCurve(coast.map(([dx, dy]) => [dx * 116, middle + dy * 110]))),
      path('lit', closedCurve(coast.map(([dx, dy]) => [dx * 70 - 8, middle - 14 + dy * 60]))),
    ].join(''),
    onFrame,
    hasLight: true,
  }
}
