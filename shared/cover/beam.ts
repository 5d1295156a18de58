import { type Cover, coverFrame } from './composition.ts'
import type { Drawn, Path } from './path.ts'

const reefs = [
  'M-290 44l24-40 14-30 24-18 18 12 16-10 18 20 26 4 20 62z',
  'M60 76l20-34 26 8 22-30 26 12 14 44z',
  'M230 34l16-28 28-6 18 14 14 20z',
  'M-60 136l26-40 30 10 24-22 20 14 16 38z',
  'M180 156l22-36 36-10 22 16 18 30z',
  'M-260 166l20-30 30 6 26 24z',
  'M330 104l14-24 26-2 22 26z',
  'M50 206l24-30 30-4 34 34z',
  'M-140 216l20-24 26 2 20 22z',
]

const stars =
  'M80 90h.1M240 210h.1M330 60h.1M470 170h.1M560 70h.1M700 230h.1M790 110h.1M930 60h.1M1010 200h.1M1120 120h.1'

/** A lighthouse on reefs. Its light reaches the frame's edge and covers a twentieth of the frame. */
export function drawBeam({ parts, x, horizon, scale, isMirrored }: Cover, path: Path): Drawn {
  const lamp = { x: Math.round(x + (isMirrored ? 170 : -170) * scale), y: Math.round(horizon - 292 * scale) }
  const edge = isMirrored ? 0 : coverFrame.width
  const height = Math.round(90_000 / Math.abs(edge - lamp.x))
  return {
    subject: [
      path('soft', reefs.slice(0, Math.max(4, parts)).join('')),
      path(
        'body',
        'M-206 4L-193-256H-147L-134 4zM-206-256h72v-14h-72zM-188-276h36v-34h-36zM-196-314L-170-344-144-314z',
      ),
      path('lit', 'M-200-110L-196-180H-144L-140-110z'),
      path('soft', 'M-290 44l24-40 14-24 24-14 18 14 16-8 18 10 46 0 20 62z'),
    ].join(''),
    onFrame:
      path('texture', stars) +
      path('lichen', `M${lamp.x} ${lamp.y}L${edge} ${lamp.y - Math.round(height / 5)}v${height}z`),
    isBehind: true,
  }
}
