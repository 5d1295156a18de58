/** A cover's subject. The post's topic chooses it, so that the covers of a list vary. */
export type CoverSubject = 'islets' | 'strata' | 'channel' | 'beam' | 'buoy' | 'stones'

/** In units. The share image shows its middle. */
export const coverFrame = { width: 1200, height: 750 } as const

/** The drawing of a post without a picture, in a frame of 1200 by 750. All but the subject depends only on the slug. */
export type Cover = {
  subject: CoverSubject
  /** The height of the horizon, in units from the top. */
  horizon: number
  /** The subject's highest point. */
  top: number
  /** The middle of the subject, and its scale. */
  x: number
  scale: number
  isMirrored: boolean
  /** The number of nodes, sheets, rings, reefs or ripples, 3 to 9. */
  parts: number
  sea: (typeof seas)[number]
  /** The middle of the sun or the moon; null for neither. */
  light: { x: number; y: number } | null
  /** The number of far stones at the horizon, 0 to 3. */
  stones: number
}

const seas = ['waves', 'soundings', 'graticule', 'tides'] as const
const horizons = [420, 465, 510]
const thirds = [330, 600, 870]
const lights = [
  { x: 150, y: 130 },
  { x: 390, y: 100 },
  { x: 640, y: 130 },
  { x: 850, y: 100 },
  { x: 1050, y: 150 },
  null,
]

/** The subject for words in a topic's slug, in either language. */
const topics: readonly [RegExp, CoverSubject][] = [
  [/(^|-)(loi|law|legal|privacy|confidentialite|renseignements)(-|$)/, 'buoy'],
  [/intelligence|(^|-)(ia|ai|rag|graph\w*)(-|$)/, 'islets'],
  [/archiv|numeris|digiti/, 'strata'],
  [/architecture|confiance-zero|zero-trust|(^|-)(cloud|infonuagique)(-|$)/, 'channel'],
  [/vulnerabilit|correctif|patch/, 'beam'],
]

/** Half of a subject's width at scale 1. */
const half = 340

/** A subject's height over the horizon at scale 1. */
const rises: Record<CoverSubject, number> = { islets: 365, strata: 392, channel: 0, beam: 346, buoy: 416, stones: 410 }

/** The minimum sky above a subject, in units. */
export const headroom = 26

/** @param topic the slug of the post's first topic; null for a post without one */
export function composeCover(slug: string, topic: string | null): Cover {
  const next = generator(hashOf(slug))
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) =>
    values[Math.floor(next() * values.length)] as Value
  const wantedScale = 0.85 + 0.45 * next()
  const subject = topics.find(([words]) => words.test(topic ?? ''))?.[1] ?? 'stones'
  // Land from above needs much of the sea.
  const horizon = pick(horizons) - (subject === 'channel' ? 230 : 0)
  const scale = Math.floor(100 * Math.min(wantedScale, (horizon - headroom) / rises[subject])) / 100
  return {
    subject,
    horizon,
    top: Math.round(horizon - rises[subject] * scale),
    x: avoidSmallCut(pick(thirds), half * scale),
    scale,
    isMirrored: next() < 0.5,
    parts: 3 + Math.floor(7 * next()),
    sea: pick(seas),
    light: pick(lights),
    stones: Math.floor(4 * next()),
  }
}

/** Moves the subject inside if an edge would cut off less than 8 % of it, since only large cuts look intended. */
function avoidSmallCut(x: number, half: number): number {
  const over = Math.max(half - x, x + half - 1200)
  if (over <= 0 || over >= 0.08 * 2 * half) return x
  return x < 600 ? Math.ceil(half) : Math.floor(1200 - half)
}

/** FNV-1a, 32 bits, of the text's UTF-16 units. http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
