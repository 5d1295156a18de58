/**
 * Covers: drawings for posts without a picture, as SVG. The same post always has the same cover. This folder depends only on a
 * post's slug and topic. Its caller decides how a colour is written.
 */

import { type Cover, coverFrame, composeCover, type CoverSubject, headroom } from './composition.ts'
import { drawBeam } from './beam.ts'
import { drawBuoy } from './buoy.ts'
import { drawChannel } from './channel.ts'
import { drawIslets } from './islets.ts'
import { attributesOf, type Paint, palettes, type Part } from './paint.ts'
import type { Drawn, Path } from './path.ts'
import { drawStones } from './stones.ts'
import { drawStrata } from './strata.ts'

export { coverFrame, composeCover, type CoverSubject }

/** The part of a cover that a frame of 21 by 9 shows. It contains the top of the subject, if its height allows. */
export function wideFrame({ top }: Cover): { y: number; height: number } {
  const height = Math.round((coverFrame.width * 9) / 21)
  return { y: Math.max(0, Math.min(coverFrame.height - height, top - headroom)), height }
}

/**
 * A post's cover, as the content of an `<svg>` of {@link coverFrame}: sky, horizon and sea, a large subject, and one shape in lichen.
 */
export function drawCover(cover: Cover, paint: Paint): string {
  const { subject, horizon, x, scale, isMirrored, light, stones, sea } = cover
  const { width, height } = coverFrame
  const look = (part: Part) => attributesOf(part, palettes[subject], paint)
  const path = (part: Part, d: string, y?: number) =>
    `<path ${look(part)} d="${d}"${y === undefined ? '' : ` transform="translate(0 ${y})"`}/>`
  const drawn = subjects[subject](cover, path)
  const shape = drawn.onFrame ?? ''
  const group = `<g transform="translate(${x} ${horizon}) scale(${isMirrored ? -scale : scale} ${scale})">${drawn.subject}</g>`
  const parts = [
    path('sky', `M0 0H${width}V${height}H0z`),
    drawn.hasLight && light ? `<circle ${look('light')} cx="${light.x}" cy="${light.y}" r="58"/>` : '',
    stones === 0 ? '' : path('far', farStones.slice(0, stones).join(''), horizon),
    path('sea', `M0 ${horizon}H${width}V${height}H0z`),
    path('texture', textures[sea], horizon),
    drawn.isBehind === true ? shape + group : group + shape,
  ]
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</g>`
}

const farStones = [
  'M1010 2l8-20 4-22-6-14 4-16 22-8 20 6 4 18-8 14 4 26 12 18z',
  'M96 2l12-24 4-34-10-12 2-26 14-12 30-4 16 14 2 24-10 12 4 32 16 30z',
  'M640 2l6-14 2-18-4-8 4-12 16-4 14 6 2 14-4 8 4 16 8 12z',
]

/** The sea, from the horizon down. */
const textures: Record<Cover['sea'], string> = {
  waves:
    'M60 70q30-24 60 0t60 0 60 0M430 110q30-24 60 0t60 0M820 64q30-24 60 0t60 0 60 0M180 180q30-24 60 0t60 0M640 210q30-24 60 0t60 0 60 0M1000 170q30-24 60 0t60 0M60 280q30-24 60 0t60 0M420 310q30-24 60 0t60 0M900 290q30-24 60 0t60 0M160 400q30-24 60 0t60 0 60 0M700 410q30-24 60 0t60 0M1020 400q30-24 60 0t60 0M380 500q30-24 60 0t60 0M860 510q30-24 60 0t60 0 60 0',
  soundings: [60, 120, 180, 240, 300, 360, 420, 480, 540]
    .map((y, row) => Array.from({ length: 11 }, (_, index) => `M${60 + index * 110 + (row % 2) * 55} ${y}h.1`).join(''))
    .join(''),
  graticule:
    'M0 70H1200M0 150H1200M0 240H1200M0 340H1200M0 450H1200M470 0L-40 560M730 0L1240 560M600 0V560M340 0L-480 560M860 0L1680 560M180 0L-960 560M1020 0L2160 560',
  tides:
    'M0 50H340M460 50H1200M0 100H700M800 100H1200M0 160H180M290 160H1010M0 230H860M980 230H1200M0 310H420M560 310H1200M0 400H760M900 400H1200M0 500H240M380 500H1200',
}

/** Each is drawn around the origin, which is at the horizon, at most 330 units to either side. */
const subjects: Record<Cover['subject'], (cover: Cover, path: Path) => Drawn> = {
  islets: drawIslets,
  strata: drawStrata,
  channel: drawChannel,
  beam: drawBeam,
  buoy: drawBuoy,
  stones: drawStones,
}
