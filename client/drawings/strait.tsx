import { useTranslation } from 'react-i18next'
import { Drawing, Plate } from './drawing.tsx'
import styles from './drawing.module.css'
import sea from './land.module.css'
import { Land } from './land.tsx'
import { Words } from './marks.tsx'

const captions = ['before', 'after'] as const

/** Three attack paths meet in a strait and fan out behind it. With the strait closed, they end there. */
export function Strait() {
  const { t } = useTranslation('vulnerability')
  return (
    <Drawing
      title={t('attackPaths.path.caption')}
      wide={<Wide />}
      tall={<Tall />}
      captions={captions.map((caption) => ({
        title: t(`attackPaths.path.${caption}.title`),
        body: t(`attackPaths.path.${caption}.body`),
      }))}
    />
  )
}

/** The two coasts of a panel of 588 by 440, from west to east; `edge` closes each along the panel's edge. */
const coasts = [
  {
    coast:
      'M0 48l30 0 12-6 30-3 21 8 17-6 17 9 22 8 23 2 18 13 19 14 15 21 15 10 8 18 16 19 16 14 12 3 12 6 16-11 18-4 14-16 14-21 3-10 16-15 19-13 15-7 18-8 28-13 12-2 22-2 21-7 20 7 21 2 28 0',
    edge: 'V6a6 6 0 0 0-6-6H6a6 6 0 0 0-6 6z',
  },
  {
    coast:
      'M0 404l30 0 18-4 27 0 26 2 26 0 31-3 22-16 19-11 18-14 21-17 12-14 14-11 8-16 25-22 20 11 15 13 14 7 8 21 27 22 14 14 26 18 17 11 18-6 15 5 25 0 19-1 22 6 23 1 28 0',
    edge: 'V434a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z',
  },
]

const before = [
  { name: 'email', x: 36, y: 132, words: { x: 20, y: 108, anchor: 'start' } },
  { name: 'remote', x: 36, y: 246, words: { x: 20, y: 223, anchor: 'start' } },
  { name: 'supplier', x: 36, y: 338, words: { x: 20, y: 310, anchor: 'start' } },
  { name: 'workstation', x: 164, y: 182, words: { x: 176, y: 158, anchor: 'middle' } },
] as const
const beyond = [
  { name: 'files', x: 490, y: 138, words: { x: 490, y: 114 } },
  { name: 'directory', x: 540, y: 230, words: { x: 524, y: 206 } },
  { name: 'backups', x: 490, y: 310, words: { x: 490, y: 346 } },
] as const

function Panel({ isClosed = false }: { isClosed?: boolean }) {
  const { t } = useTranslation('vulnerability')
  return (
    <>
      {coasts.map(({ coast, edge }) => (
        <Land key={coast} coast={coast} edge={edge} depth={22} />
      ))}
      {isClosed ? (
        <path
          className={sea.dashes}
          d="M356 206C400 180 430 144 490 138M360 228C420 226 480 232 540 230M356 250C400 276 430 304 490 310"
        />
      ) : (
        <path
          className={sea.attack}
          d="M300 228C370 218 410 146 490 138M300 228C380 224 460 232 540 230M300 228C370 240 410 302 490 310"
        />
      )}
      <path className={sea.attack} d="M36 132L164 182L300 228C200 236 140 246 36 246M36 338C150 338 224 298 300 228" />
      {isClosed && <path className={styles.course} d="M300 170V290" />}
      <circle cx="300" cy="228" r="28" className={isClosed ? styles.lit : `${styles.node} ${sea.attack}`} />
      <Words x={302} y={56} text={t('attackPaths.path.password')} maxLength={13} />
      {before.map(({ name, x, y, words }) => (
        <g key={name}>
          <circle cx={x} cy={y} r="12" className={styles.node} />
          <Words {...words} text={t(`attackPaths.path.${name}`)} />
        </g>
      ))}
      {beyond.map(({ name, x, y, words }) => (
        <g key={name}>
          <circle cx={x} cy={y} r="14" className={isClosed ? sea.safe : sea.reached} />
          <Words {...words} text={t(`attackPaths.path.${name}`)} />
        </g>
      ))}
    </>
  )
}

function Wide() {
  return (
    <Plate height={442}>
      <g transform="translate(1 1) scale(.993)">
        <Panel />
      </g>
      <g transform="translate(615 1) scale(.993)">
        <Panel isClosed />
      </g>
    </Plate>
  )
}

/** Like the wide variant, but with one panel above the other and larger words. */
function Tall() {
  return (
    <Plate tall height={494}>
      <g className={styles.small} transform="scale(.544)">
        <Panel />
        <g transform="translate(0 466)">
          <Panel isClosed />
        </g>
      </g>
    </Plate>
  )
}
