import type { Cover } from './composition.ts'
import { disc, type Drawn, type Path } from './path.ts'

/** A graph: nodes in the sky and islets in the sea, linked across the horizon. The first node is the answer. */
const nodes = [
  { x: 90, y: -215, r: 98, to: [] },
  { x: -150, y: -90, r: 44, to: [0] },
  { x: 250, y: 84, r: 58, to: [0] },
  { x: -270, y: -270, r: 26, to: [1] },
  { x: -70, y: 130, r: 70, to: [1, 0] },
  { x: -80, y: -330, r: 34, to: [0, 3] },
  { x: -300, y: 60, r: 40, to: [1, 4] },
  { x: 300, y: -330, r: 24, to: [0] },
  { x: 110, y: 215, r: 42, to: [4, 2] },
] as const

export function drawIslets({ parts }: Cover, path: Path): Drawn {
  const shown = nodes.slice(0, Math.max(6, parts))
  const above: string[] = []
  const below: string[] = []
  for (const { x, y, to } of shown) {
    for (const index of to) {
      const neighbour = nodes[index]
      const [high, low] = y < neighbour.y ? [{ x, y }, neighbour] : [neighbour, { x, y }]
      if (low.y < 0) above.push(`M${high.x} ${high.y}L${low.x} ${low.y}`)
      else if (high.y > 0) below.push(`M${high.x} ${high.y}L${low.x} ${low.y}`)
      else {
        const shore = Math.round(high.x - ((low.x - high.x) * high.y) / (low.y - high.y))
        above.push(`M${high.x} ${high.y}L${shore} 0`)
        below.push(`M${shore} 0L${low.x} ${low.y}`)
      }
    }
  }
  const [answer, ...sources] = shown
  const drawn = (isLand: boolean, draw: typeof disc) =>
    sources.flatMap(({ x, y, r }) => (y > 0 === isLand ? [draw(x, y, r)] : [])).join('')
  return {
    subject: [
      path('strong', above.join('')),
      path('wake', below.join('')),
      path('body', drawn(false, disc)),
      path('lit', drawn(true, islet)),
      path('lichen', answer === undefined ? '' : disc(answer.x, answer.y, answer.r)),
    ].join(''),
  }
}

/** An islet, wider than a node with radius `r`. */
function islet(x: number, y: number, r: number): string {
  const at = (share: number) => Math.round(share * r)
  return `M${x - at(1.5)} ${y + 8}l${at(0.4)}-${at(0.5)} ${at(0.5)}-${at(0.2)} ${at(0.3)}-${at(0.4)} ${at(0.5)} ${at(0.2)} ${at(0.4)} ${at(0.4)} ${at(0.5)} ${at(0.1)} ${at(0.4)} ${at(0.4)}z`
}
