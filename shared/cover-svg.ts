import { colours } from './company.ts'
import { type Cover, coverFrame, type CoverSubject, headroom } from './cover.ts'

/** The same colour by day and in the dark. */
type Colour = readonly [light: string, dark: string]

/** Colours by part; `line` strokes have 4 units, `strong` and, on the sea, `wake` have 10. */
type Palette = Record<'sky' | 'far' | 'sea' | 'texture' | 'body' | 'lit' | 'soft' | 'line', Colour>

type Part = keyof Palette | 'light' | 'shoal' | 'strong' | 'wake' | 'lichen'

const usual: Palette = {
  sky: ['#dfe7e6', '#17374a'],
  far: ['#9fb4bb', '#2f566a'],
  sea: [colours.gulf, '#0b2938'],
  texture: [colours.fog, '#8fb6c6'],
  body: [colours.ink, '#e3e5dc'],
  lit: [colours.fog, '#8fb6c6'],
  soft: ['#6b7f8a', '#3b6175'],
  line: [colours.fog, '#8fb6c6'],
}

/** Each subject has its own ground. */
const palettes: Record<CoverSubject, Palette> = {
  islets: usual,
  strata: {
    ...usual,
    sky: ['#e4decd', '#16364a'],
    far: ['#bdb59d', '#2f566a'],
    body: ['#fffdf8', '#e3e5dc'],
    lit: ['#cfc6ae', '#9fb0b5'],
    line: ['#b9ae92', '#8f9da0'],
  },
  channel: {
    ...usual,
    sky: ['#b5d0d8', '#123a4e'],
    far: ['#7ba3b1', '#2b6077'],
    body: [colours.fog, '#e3e5dc'],
    lit: ['#d8d0bc', '#9fb0b5'],
    soft: ['#8fd0ea', '#4b93b0'],
  },
  beam: {
    ...usual,
    sky: [colours.ink, '#06131b'],
    sea: ['#061118', '#0c2230'],
    far: ['#1d3b4a', '#1a3a4b'],
    body: [colours.fog, '#e3e5dc'],
    lit: ['#2f6a83', '#2f6a83'],
    soft: ['#37505e', '#3b6175'],
  },
  buoy: {
    ...usual,
    sky: ['#f3e3bd', '#3d351a'],
    sea: ['#3d7387', '#13303f'],
    far: ['#cdb987', '#5d5230'],
    texture: ['#f3e3bd', '#8fb6c6'],
    body: [colours.ink, '#f3e3bd'],
    soft: ['#215a70', '#2c4c5a'],
    line: ['#3d7387', '#13303f'],
  },
  stones: {
    ...usual,
    sky: ['#eae6da', '#17374a'],
    sea: ['#7b99a4', '#0b2938'],
    far: ['#b4bdb9', '#2f566a'],
    body: ['#1d3b4a', '#071822'],
    lit: ['#d8d0bc', '#5d7c8b'],
    line: ['#34586a', '#16303f'],
  },
}

/** The attributes of a part, in a palette. */
function attributesOf(part: Part, palette: Palette, paint: Paint): string {
  switch (part) {
    case 'light':
      return `fill="${paint('#fffdf8', '#e6e8e0')}"`
    case 'lichen':
      return `fill="${colours.lichen}"`
    case 'shoal':
      return `fill="${paint(...palette.soft)}" fill-opacity=".16"`
    case 'texture':
      return `stroke="${paint(...palette.texture)}" stroke-width="4" stroke-opacity=".25"`
    case 'line':
      return `stroke="${paint(...palette.line)}" stroke-width="4"`
    case 'strong':
      return `stroke="${paint(...palette.body)}" stroke-width="10"`
    case 'wake':
      return `stroke="${paint(...palette.lit)}" stroke-width="10" stroke-linecap="butt"`
    default:
      return `fill="${paint(...palette[part])}"`
  }
}

/** The part of a cover that a frame of 21 by 9 shows: with the top of its subject, as far as its height allows. */
export function wideFrame({ top }: Cover): { y: number; height: number } {
  const height = Math.round((coverFrame.width * 9) / 21)
  return { y: Math.max(0, Math.min(coverFrame.height - height, top - headroom)), height }
}

/** Makes one paint of a colour by day and its like in the dark. */
export type Paint = (light: string, dark: string) => string

/**
 * A post's cover, as the content of an `<svg>` of {@link coverFrame}: sky, horizon and sea, one large subject, one small event, and
 * one shape in lichen.
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
    light === null || drawn.isMoonless ? '' : `<circle ${look('light')} cx="${light.x}" cy="${light.y}" r="58"/>`,
    stones === 0 ? '' : path('far', farStones.slice(0, stones).join(''), horizon),
    path('sea', `M0 ${horizon}H${width}V${height}H0z`),
    path('texture', textures[sea], horizon),
    drawn.isBehind === true ? shape + group : group + shape,
  ]
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</g>`
}

type Path = (part: Part, d: string) => string

type Drawn = {
  /** Where the horizon is at y 0 and the subject's middle at x 0. */
  subject: string
  /** A shape that reaches the frame's edge, in the frame's own units. */
  onFrame?: string
  /** Whether that shape is behind the subject. */
  isBehind?: boolean
  /** Has a light of its own, or a top that a moon would touch. */
  isMoonless?: boolean
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

/** Each stands at the horizon, at most 330 units to either side. */
const subjects: Record<Cover['subject'], (cover: Cover, path: Path) => Drawn> = {
  islets: drawIslets,
  strata: drawStrata,
  channel: drawChannel,
  beam: drawBeam,
  buoy: drawBuoy,
  stones: drawStones,
}

/** A graph over its islets: nodes in the sky and land in the sea, joined across the horizon; the answer first. */
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

function drawIslets({ parts }: Cover, path: Path): Drawn {
  const shown = nodes.slice(0, Math.max(6, parts))
  const above: string[] = []
  const below: string[] = []
  for (const { x, y, to } of shown) {
    for (const index of to) {
      const other = nodes[index]
      const [high, low] = y < other.y ? [{ x, y }, other] : [other, { x, y }]
      if (low.y < 0) above.push(`M${high.x} ${high.y}L${low.x} ${low.y}`)
      else if (high.y > 0) below.push(`M${high.x} ${high.y}L${low.x} ${low.y}`)
      else {
        const shore = Math.round(high.x - ((low.x - high.x) * high.y) / (low.y - high.y))
        above.push(`M${high.x} ${high.y}L${shore} 0`)
        below.push(`M${shore} 0L${low.x} ${low.y}`)
      }
    }
  }
  const [answer, ...others] = shown
  const drawn = (isLand: boolean, draw: typeof disc) =>
    others.flatMap(({ x, y, r }) => (y > 0 === isLand ? [draw(x, y, r)] : [])).join('')
  return {
    subject: [
      path('strong', above.join('')),
      path('wake', below.join('')),
      path('body', drawn(false, disc)),
      path('lit', drawn(true, islet)),
      path('lichen', answer === undefined ? '' : disc(answer.x, answer.y, answer.r)),
    ].join(''),
    isMoonless: true,
  }
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`
}

/** Low land, twice and a half as wide as its node would be. */
function islet(x: number, y: number, r: number): string {
  const at = (share: number) => Math.round(share * r)
  return `M${x - at(1.5)} ${y + 8}l${at(0.4)}-${at(0.5)} ${at(0.5)}-${at(0.2)} ${at(0.3)}-${at(0.4)} ${at(0.5)} ${at(0.2)} ${at(0.4)} ${at(0.4)} ${at(0.5)} ${at(0.1)} ${at(0.4)} ${at(0.4)}z`
}

/** A cliff of stacked sheets, the corner of the uppermost folded. */
function drawStrata({ parts }: Cover, path: Path): Drawn {
  const sheets = parts + 4
  const top = -390
  const step = (24 - top) / sheets
  const jags = [0, 16, 6, 26, 12, 30, 4, 20, 10]
  const left = (index: number) => -304 - (index / sheets) * 22 + (jags[index % 9] ?? 0)
  const right = (y: number, index: number) =>
    y < -150 ? 40 + ((y - top) * 250) / 240 : 290 + ((y + 150) / 174) * 34 - (jags[(index * 4 + 2) % 9] ?? 0)
  const sheet = (index: number) => {
    const [y, foot] = [top + index * step, top + (index + 1) * step].map(Math.round) as [number, number]
    const ends = [right(y, index), right(foot, y < -150 && foot > -150 ? index + 1 : index)].map(Math.round)
    const fold = y < -150 && foot > -150 ? 'L290-150' : ''
    return `M${Math.round(left(index))} ${y}H${ends[0]}${fold}L${ends[1]} ${foot}H${Math.round(left(index) - 6)}z`
  }
  const every = Array.from({ length: sheets }, (_, index) => sheet(index))
  const words = every.flatMap((_, index) => {
    const y = Math.round(top + (index + 0.5) * step)
    return index % 2 === 0 ? [`M-230 ${y}H${Math.min(40 + (jags[index % 9] ?? 0) * 4, right(y, index) - 60) | 0}`] : []
  })
  return {
    subject: [
      path('body', every.filter((_, index) => index % 2 === 0).join('')),
      path('lit', every.filter((_, index) => index % 2 === 1).join('')),
      path('line', words.join('')),
      path('lichen', 'M40-390L56-170 290-150z'),
    ].join(''),
    isMoonless: true,
  }
}

/** A coast that the depths around it repeat, as shares of a ring's half width. */
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

/** Land from above between lines of equal depth, and one channel to it from the frame's lower edge. */
function drawChannel({ parts, x, horizon, scale, isMirrored }: Cover, path: Path): Drawn {
  const middle = 190
  const ring = (half: number) => closedCurve(coast.map(([dx, dy]) => [dx * half, middle + dy * half]))
  const rings = Math.min(6, 2 + Math.round(parts / 2))
  const side = isMirrored ? -1 : 1
  const harbour = { x: x - side * 14 * scale, y: horizon + (middle + 34) * scale }
  const depth = coverFrame.height - harbour.y
  // About a twentieth of the frame, however long it is.
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
  }
}

/** Through points, smoothly: each is the middle of a quadratic curve's end. */
function closedCurve(points: readonly (readonly [number, number])[]): string {
  const middleOf = (index: number) => {
    const [one = [0, 0], other = [0, 0]] = [points[index % points.length], points[(index + 1) % points.length]]
    return `${Math.round((one[0] + other[0]) / 2)} ${Math.round((one[1] + other[1]) / 2)}`
  }
  const curves = points.map((_, index) => {
    const [px = 0, py = 0] = points[(index + 1) % points.length] ?? []
    return `Q${Math.round(px)} ${Math.round(py)} ${middleOf(index + 1)}`
  })
  return `M${middleOf(0)}${curves.join('')}z`
}

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

/** A lighthouse, the reefs, and its light to the frame's edge: always a twentieth of the frame. */
function drawBeam({ parts, x, horizon, scale, isMirrored }: Cover, path: Path): Drawn {
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
    isMoonless: true,
  }
}

/** A special mark, as charts have it for what a rule is about, on its reflection. */
function drawBuoy({ parts }: Cover, path: Path): Drawn {
  const cuts = Array.from(
    { length: Math.max(4, parts) },
    (_, index) => `M${-130 - (index % 3) * 40} ${30 + index * 26}H${100 + ((index * 2) % 3) * 50}`,
  )
  return {
    subject: [
      path('soft', 'M-112 0L-76 190-30 250H30L76 190 112 0z'),
      path('line', cuts.join('')),
      path('lichen', 'M-112 0L-66-230H66L112 0z'),
      path('body', 'M-100-60L-90-112H90L100-60zM-150-14H150L126 16H-126z'),
      path('strong', 'M-44-230L-26-316H26L44-230M-34-272H34M0-316V-344M-34-416l68 68m0-68l-68 68'),
    ].join(''),
    isMoonless: true,
  }
}

/** The stones of the home page's scene, their light between them. */
function drawStones({ parts }: Cover, path: Path): Drawn {
  const ripples = Array.from(
    { length: parts },
    (_, index) => `M${-270 + ((index * 3) % 4) * 60} ${40 + index * 24}H${40 + ((index * 2) % 3) * 90}`,
  )
  return {
    subject: [
      path('lichen', 'M-104 0a160 160 0 0 1 320 0z'),
      path(
        'body',
        'M-278 14q10-18 24-28l16-4q2-24 10-40l14-6q6-26 8-54l10-4q2-34-6-62l-14-4-24-22-14-4q-16-24-16-50l-10-6q-4-30 10-54l12-4 2-22 22-18 18-2q22-12 46-14l10-12q40-12 78 0l14 14q22 10 26 36l8 6q4 24-2 48l8 8q0 28-12 50l-8 4-6 26-10 6q-6 36 0 70l12 6q2 28 10 54l14 4q10 18 12 36l14 6q12 14 16 36zM116 26l10-20 12-6 2-30-10-6 2-36-10-8 0-34 8-6 2-18 12-8 26-4 8-10 36 2 12 8q16 6 18 26l8 6 0 36-8 6 4 36 10 4 4 30 12 6q10 8 14 26z',
      ),
      path(
        'lit',
        'M-82-396l14 14q22 10 26 36l8 6q4 24-2 48l8 8q0 28-12 50l-8 4-6 26-10 6q-6 36 0 70l12 6q2 28 10 54l14 4q10 18 12 36l14 6q12 14 16 36H-48l-10-52-12-10-8-50-10-10 2-70 8-16 14-60-6-10 10-56-14-22 8-40zM116 26l10-20 12-6 2-30-10-6 2-36-10-8 0-34 8-6 2-18 12-8 26-4 2 22-10 30 10 24-6 36 8 30-8 42 12 16z',
      ),
      path(
        'line',
        'M-240-346q70 10 150 0M-240-282q80 14 150 6M-232-246q50 10 110 6M-184-118q40 6 84 2M-210-60q50 8 92 2M-232-18q40 6 120 4M172-122q30 5 54 2M168-34q30 6 60 2',
      ),
      path('strong', ripples.join('')),
    ].join(''),
    isMoonless: true,
  }
}
