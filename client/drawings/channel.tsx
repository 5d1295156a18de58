import { useTranslation } from 'react-i18next'
import { Drawing, Plate } from './drawing.tsx'
import styles from './drawing.module.css'
import sea from './land.module.css'
import { Land } from './land.tsx'
import { Mark, Paper, Words } from './marks.tsx'

const captions = ['person', 'device', 'resource', 'decision'] as const

/** A person's course to the data, through three gates, and courses that end on a shoal. The log records each gate. */
export function Channel() {
  const { t } = useTranslation('architecture')
  return (
    <Drawing
      title={t('zeroTrust.request.caption')}
      wide={<Wide />}
      tall={<Tall />}
      captions={captions.map((caption) => ({
        title: t(`zeroTrust.request.${caption}.title`),
        body: t(`zeroTrust.request.${caption}.body`),
      }))}
      numbered
    />
  )
}

const coasts = {
  workstations:
    'M100 0l9 15-4 15-23 10-20 9-18 14-30-1-24-17-13-12-22 3-27-1-17-9-11-13-9-13 13-13 10-12 6-14 19-9 26-3 22-6 27-7 26 7 6 21 4 12 20 4 17 8z',
  applications:
    'M114 0l9 12-17 10-32 4-15 6-6 16-21 13-32-5-24-9-18-9-12-9-6-8-20-4-27-6-8-11 11-10 0-12-5-16 19-11 37 1 30 3 23 3 21 1 18 6 19 3 21 4 19 7 9 10z',
  backups:
    'M110 0l-9 11-4 11 3 16-13 14-34 1-31-8-22-4-21 3-18-5-17-6-23-3-18-8-7-11 4-11-5-11 5-12 23-6 16-8 8-16 22-12 31 6 21 15 13 10 13 6 17 3 17 6 20 8z',
  data: 'M126 0l-1 20-7 18-8 18-14 14-6 20-17 11-18 6-19 4-18 5-18-5-18 4-20 2-21-1-20-7-23-7-11-20 3-26 18-26 27-20 12-10-18-11-18-18-16-25 3-20 8-20 20-8 17-10 20-3 17-12 20 5 20-4 18 10 17 8 14 13 10 16 15 11 10 15 13 15 7 18z',
}
type Place = keyof typeof coasts
type Island = {
  place: Place
  x: number
  y: number
  /** The position of its name, relative to the island's centre. */
  words?: { x: number; y: number }
  /** An extra rotation. */
  turn?: string
}

function Islands({ islands, scale }: { islands: readonly Island[]; scale: string }) {
  const { t } = useTranslation('architecture')
  return islands.map(({ place, x, y, words = { x: 0, y: 6 }, turn = '' }) => (
    <g key={place} transform={`translate(${x} ${y})`}>
      <g transform={scale + turn}>
        <Land coast={coasts[place]} depth={26} />
      </g>
      <Words {...words} text={t(`zeroTrust.request.places.${place}`)} />
    </g>
  ))
}

/** A person in a boat. */
const boat = 'M-30 0H30L18 16H-18zM-12-4c0-26 24-26 24 0zM0-26a9 9 0 1 1 .1 0z'
/** The end of a course. */
const cross = 'l16 16m0-16l-16 16'

function Wide() {
  const { t } = useTranslation('architecture')
  return (
    <Plate height={448}>
      <Islands
        scale="scale(1)"
        islands={[
          { place: 'workstations', x: 316, y: 92 },
          { place: 'applications', x: 604, y: 306 },
          { place: 'backups', x: 654, y: 94 },
          { place: 'data', x: 1046, y: 200, words: { x: 36, y: 8 } },
        ]}
      />
      <path className={sea.dashes} d="M4 66C60 56 130 70 190 84M426 90L512 90M4 330C150 300 300 350 472 314" />
      <path className={sea.attack} d={`M192 76${cross}M516 82${cross}M476 304${cross}`} />
      <path className={styles.dots} d="M172 252V402M447 262V402M752 252V402M916 244V402" />
      <path
        className={styles.course}
        d="M86 222C120 226 140 206 172 206S340 228 447 216S650 196 752 206S900 226 970 206"
      />
      <Words x={4} y={104} text={t('zeroTrust.request.places.internet')} anchor="start" />
      <path className={styles.solid} transform="translate(46 224)" d={boat} />
      <path className={styles.solid} d="M163 230h18v20h-18zM438 240h18v20h-18zM743 230h18v20h-18z" />
      <Mark x={172} y={172} r={16} number={1} />
      <Mark x={447} y={182} r={16} number={2} />
      <Mark x={752} y={172} r={16} number={3} />
      <Clock transform="translate(970 206)" />
      <Mark x={916} y={172} r={16} number={4} />
      <Paper x={1} y={404} width={1198} height={42} />
      <path className={styles.scale} d="M8 444H1192" />
      <path className={styles.lines} d="M172 423h110M447 423h76M752 423h124M916 423h92" />
    </Plate>
  )
}

function Tall() {
  const { t } = useTranslation('architecture')
  return (
    <Plate tall height={600}>
      <Islands
        scale="scale(.62)"
        islands={[
          { place: 'workstations', x: 186, y: 84 },
          { place: 'applications', x: 88, y: 244 },
          { place: 'backups', x: 190, y: 384 },
          { place: 'data', x: 108, y: 506, words: { x: 0, y: 24 }, turn: 'rotate(90)' },
        ]}
      />
      <path className={sea.dashes} d="M4 112C10 150 26 180 44 200M220 128C262 190 262 270 222 332" />
      <path className={sea.attack} d={`M38 202${cross}M212 334${cross}`} />
      <path className={styles.dots} d="M108 154H284M238 240H284M142 316H284M126 462H284" />
      <path className={styles.course} d="M50 70C50 110 60 130 76 154S206 190 206 240S116 290 110 316S108 410 108 460" />
      <path className={styles.solid} transform="translate(50 50) scale(.8)" d={boat} />
      <Words x={88} y={30} text={t('zeroTrust.request.places.internet')} anchor="start" />
      <path className={styles.solid} d="M96 148h12v12H96zM226 234h12v12h-12zM130 310h12v12h-12z" />
      <Mark x={46} y={154} r={11} number={1} />
      <Mark x={180} y={240} r={11} number={2} />
      <Mark x={82} y={316} r={11} number={3} />
      <Clock transform="translate(108 462) scale(.7)" />
      <Mark x={70} y={436} r={11} number={4} />
      <Paper x={284} y={1} width={34} height={598} />
      <path className={styles.scale} d="M287 8V592" />
      <path className={styles.lines} d="M298 154h12M298 240h8M298 316h12M298 462h9" />
    </Plate>
  )
}

/** A clock. */
function Clock({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <circle r="26" className={styles.node} />
      <path className={styles.lit} d="M0 0V-22A22 22 0 0 1 11-19z" />
      <path d="M0-16V0L8-13" />
    </g>
  )
}
