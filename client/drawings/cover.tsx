import type { Cover as Description, CoverSubject } from '../../shared/cover.ts'
import styles from './cover.module.css'

/** The picture of a post that has none: sky, horizon and sea, one large subject, one small event, and one shape in lichen. */
export function Cover({ cover }: { cover: Description }) {
  const { subject, horizon, x, scale, isMirrored, light, stones, sea } = cover
  const beam = subject === 'beam' ? beamOf(cover) : null
  return (
    <svg className={`${styles.cover} ${styles[subject]}`} viewBox="0 0 1200 750" aria-hidden="true">
      <path className={styles.sky} d="M0 0H1200V750H0z" />
      {light !== null && !moonless.includes(subject) && (
        <circle className={styles.light} cx={light.x} cy={light.y} r="64" />
      )}
      <path className={styles.far} d={farStones.slice(0, stones).join('')} transform={`translate(0 ${horizon})`} />
      <path className={styles.sea} d={`M0 ${horizon}H1200V750H0z`} />
      <path className={styles.texture} d={textures[sea]} transform={`translate(0 ${horizon})`} />
      {beam !== null && <path className={styles.lichen} d={beam} />}
      <g transform={`translate(${x} ${horizon}) scale(${isMirrored ? -scale : scale} ${scale})`}>
        <Subject {...cover} />
      </g>
    </svg>
  )
}

/** With a light of their own, or a top that a moon would hide. */
const moonless: readonly CoverSubject[] = ['stones', 'beam', 'buoy']

const farStones = [
  'M1010 0c10-20 12-44 8-66-3-20 40-28 48-4 6 20-4 40 10 70z',
  'M96 0c14-26 18-60 12-92-4-26 56-34 66-4 8 26-8 50 14 96z',
  'M640 0c6-14 8-30 4-46-2-14 30-20 36-2 4 14-4 28 8 48z',
]

/** Of the sea, from the horizon down. */
const textures = {
  waves:
    'M60 70q30-24 60 0t60 0 60 0M430 110q30-24 60 0t60 0M820 64q30-24 60 0t60 0 60 0M180 180q30-24 60 0t60 0M640 210q30-24 60 0t60 0 60 0M1000 170q30-24 60 0t60 0M60 280q30-24 60 0t60 0M420 300q30-24 60 0t60 0M900 290q30-24 60 0t60 0',
  soundings: [60, 120, 180, 240, 300, 360, 420]
    .map((y, row) => Array.from({ length: 11 }, (_, index) => `M${60 + index * 110 + (row % 2) * 55} ${y}h.1`).join(''))
    .join(''),
  graticule:
    'M0 80H1200M0 170H1200M0 270H1200M0 380H1200M470 0L18 480M730 0L1182 480M600 0V480M340 0L-352 480M860 0L1552 480',
  tides:
    'M0 50H340M460 50H1200M0 100H700M800 100H1200M0 160H180M290 160H1010M0 230H860M980 230H1200M0 310H420M560 310H1200',
}

/** Where a subject stands, the horizon is its ground. */
function Subject({ subject, parts }: Description) {
  switch (subject) {
    case 'islets':
      return <Islets parts={parts} />
    case 'strata':
      return <Strata parts={parts} />
    case 'channel':
      return <Channel parts={parts} />
    case 'beam':
      return <Beam parts={parts} />
    case 'buoy':
      return <Buoy parts={parts} />
    case 'stones':
      return <Stones parts={parts} />
  }
}

/** A constellation, and its reflection that is land: nodes in the sky above islets in the sea, joined across the horizon. */
const nodes = [
  { x: -40, y: -230, r: 98, to: 0 },
  { x: -240, y: 90, r: 46, to: 0 },
  { x: 210, y: -120, r: 34, to: 0 },
  { x: 130, y: 130, r: 58, to: 2 },
  { x: -270, y: -120, r: 30, to: 1 },
  { x: 300, y: -300, r: 26, to: 2 },
  { x: -60, y: 190, r: 34, to: 3 },
  { x: -230, y: -340, r: 22, to: 4 },
  { x: 300, y: 60, r: 38, to: 3 },
]

function Islets({ parts }: { parts: number }) {
  const [answer, ...others] = nodes.slice(0, parts)
  return (
    <>
      <path
        className={styles.line}
        d={others.map(({ x, y, to }) => `M${nodes[to]?.x} ${nodes[to]?.y}L${x} ${y}`).join('')}
      />
      {others.map(({ x, y, r }) =>
        y < 0 ? (
          <circle key={`${x} ${y}`} className={styles.body} cx={x} cy={y} r={r} />
        ) : (
          <path
            key={`${x} ${y}`}
            className={styles.body}
            d={`M${x - 1.5 * r} ${y}c${0.4 * r}-${r} ${r}-${0.7 * r} ${1.5 * r}-${r} ${0.6 * r} 0 ${0.9 * r} ${0.6 * r} ${1.5 * r} ${r}z`}
          />
        ),
      )}
      <circle className={styles.lichen} cx={answer?.x} cy={answer?.y} r={answer?.r} />
    </>
  )
}

/** A cliff that is a page: its strata are sheets, its corner is folded. */
function Strata({ parts }: { parts: number }) {
  const bands = Array.from({ length: parts }, (_, index) => -30 - (index * 330) / parts)
  return (
    <>
      <path className={styles.body} d="M-320 30L-300-60-308-150-280-210-286-300-262-390H40L300-160 322-60 310 30z" />
      <path
        className={styles.line}
        d={bands
          .map(
            (y, index) =>
              `M${-270 + (index % 3) * 14} ${y}H${(y < -180 ? 40 + (y + 390) * 0.9 : 250) - (index % 2) * 60}`,
          )
          .join('')}
      />
      <path className={styles.lichen} d="M40-390V-160H300z" />
    </>
  )
}

/** Land in rings, and one way in. */
function Channel({ parts }: { parts: number }) {
  const rings = Array.from({ length: parts }, (_, index) => 90 + (index * 240) / (parts - 1))
  return (
    <g transform="translate(0 165)">
      {rings.map((r, index) => (
        <ellipse key={r} className={index % 2 === 0 ? styles.ring : styles.line} rx={r} ry={r * 0.48} />
      ))}
      <path className={styles.body} d="M-76-6c10-60 52-110 84-104 30 6 54 56 66 104-40 26-110 26-150 0z" />
      <path className={styles.lichen} d="M-26 30C-70 70 10 110-140 200H150C170 120 60 80 26 30z" />
    </g>
  )
}

/** From the lamp to the edge of the picture, and always 5 % of it. */
function beamOf({ x, horizon, scale, isMirrored }: Description): string {
  const lamp = { x: Math.round(x + (isMirrored ? 170 : -170) * scale), y: Math.round(horizon - 292 * scale) }
  const edge = isMirrored ? 0 : 1200
  const height = Math.round(90_000 / Math.abs(edge - lamp.x))
  return `M${lamp.x} ${lamp.y}L${edge} ${lamp.y - Math.round(height / 5)}v${height}z`
}

/** A lighthouse and the reefs that its beam shows. */
const reefs = [
  'M-270 40l30-60 34-14 26 30 40-8 24 52z',
  'M60 70l20-34 26 8 22-30 40 56z',
  'M230 30l16-28 28-6 30 34z',
  'M-60 130l26-40 30 10 24-22 34 52z',
  'M180 150l22-36 36-10 40 46z',
  'M-260 160l20-30 30 6 26 24z',
  'M330 100l14-24 26-2 22 26z',
  'M50 200l24-30 30-4 34 34z',
  'M-140 210l20-24 26 2 20 22z',
]

function Beam({ parts }: { parts: number }) {
  return (
    <>
      <path
        className={styles.body}
        d="M-206 0L-192-256H-148L-134 0zM-204-256h68v-16h-68zM-190-276h40v-36h-40zM-196-316L-170-346-144-316z"
      />
      <path className={styles.soft} d={reefs.slice(0, parts).join('')} />
    </>
  )
}

/** A special mark, as charts have it for what a rule is about, on its reflection. */
function Buoy({ parts }: { parts: number }) {
  const ripples = Array.from(
    { length: parts },
    (_, index) => `M${-90 - (index % 3) * 50} ${34 + index * 22}H${110 + (index % 2) * 60}`,
  )
  return (
    <>
      <path className={styles.soft} d="M-104 0L-62 190H62L104 0z" />
      <path className={styles.line} d={ripples.join('')} />
      <path className={styles.lichen} d="M-110 0L-64-236H64L110 0z" />
      <path className={styles.mast} d="M0-236V-300M-150 4H150M-36-366l72 72m0-72l-72 72" />
    </>
  )
}

/** The stones of the place, before a sun that is half drowned. */
function Stones({ parts }: { parts: number }) {
  const ripples = Array.from(
    { length: parts },
    (_, index) => `M${-300 + (index % 4) * 60} ${46 + index * 24}H${60 + (index % 3) * 90}`,
  )
  return (
    <>
      <path className={styles.lichen} d="M70 0a190 190 0 0 1 380 0z" />
      <path
        className={styles.body}
        d="M-330 20c30-50 36-110 26-170-8-60 90-84 122-26 26 50-22 90 28 196zM-150 20c50-80 60-180 50-280-6-80 140-124 190-30 36 70-30 130-12 220 6 40 20 64 36 90zM170 20c26-40 26-80 20-116-8-50 84-66 104-14 16 40-16 70 16 130z"
      />
      <path className={styles.line} d={ripples.join('')} />
    </>
  )
}
