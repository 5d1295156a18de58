import { useTranslation } from 'react-i18next'
import { markPath } from '../../shared/mark-path.ts'
import { Drawing, Plate } from './drawing.tsx'
import styles from './drawing.module.css'
import { Mark, Paper, Words } from './marks.tsx'

const stations = ['box', 'scan', 'text', 'file', 'search'] as const
type Station = (typeof stations)[number]

/** A document's way from its box to the search that finds it. Below it is the log, with an entry for each station. */
export function Stations() {
  const { t } = useTranslation('archiving')
  return (
    <Drawing
      title={t('digitization.drawing.title')}
      wide={<Wide />}
      tall={<Tall />}
      captions={stations.map((station) => ({
        title: t(`digitization.drawing.${station}.title`),
        body: t(`digitization.drawing.${station}.body`),
        note: `${t('digitization.drawing.log')} ${t(`digitization.drawing.${station}.record`)}`,
      }))}
      numbered
    />
  )
}

/** The object at a station; the origin is its bottom left corner. At most 150 wide and high. */
function StationObject({ at }: { at: Station }) {
  const { t } = useTranslation('archiving')
  switch (at) {
    case 'box':
      return (
        <>
          <path className={styles.paper} d="M8-76H136V-4a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z" />
          <Paper x={1} y={-102} width={143} height={26} />
          <rect x="50" y="-60" width="44" height="13" rx="6.5" />
          <path className={styles.lines} d="M52-30H92M52-18H78" />
        </>
      )
    case 'scan':
      return (
        <>
          <Paper x={24} y={-150} width={102} height={130} />
          <path className={styles.lines} d="M40-132H104M40-118H110M40-104H92" />
          <path className={styles.paper} d="M14-36H136L150-4a3 3 0 0 1-3 4H3a3 3 0 0 1-3-4z" />
          <path className={styles.quiet} d="M18-16H132" />
          <path className={styles.found} d="M10-66H140" />
        </>
      )
    case 'text':
      return (
        <>
          <Paper x={8} y={-144} width={116} height={144} />
          <path d="M24-118c8-16 12 12 20-2s10 8 18-3 10 10 18 0 10 6 24-1M24-94c8-14 12 12 20-2s12 10 20 0 10 5 16 0" />
          <path className={styles.found} d="M0-70H132" />
          <path className={styles.lines} d="M26-48H106M26-34H98M26-20H104" />
        </>
      )
    case 'file':
      return (
        <>
          <path className={styles.paper} d="M14-144H88L116-116V-6a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V-138a6 6 0 0 1 6-6z" />
          <path d="M88-144V-122a6 6 0 0 0 6 6H116" />
          <Words x={58} y={-84} text={t('digitization.drawing.format')} className={styles.strong} />
          <path className={styles.lines} d="M26-62H98M26-48H84M26-34H74" />
          <circle className={styles.seal} cx="112" cy="-30" r="27" />
          <path className={styles.solid} transform="translate(91.2 -50) scale(.87)" d={markPath} />
        </>
      )
    case 'search':
      return (
        <>
          <Paper x={1} y={-144} width={112} height={144} />
          <path className={styles.lines} d="M18-122H94M18-100H84M18-44H90M18-22H76" />
          <circle className={styles.paper} cx="92" cy="-74" r="38" />
          <path className={styles.found} d="M70-74H114" />
          <path className={styles.handle} d="M120-46L146-18" />
        </>
      )
  }
}

/** The left edge of each column of captions. */
const columns = [0, 244.8, 489.6, 734.4, 979.2]

function Wide() {
  const { t } = useTranslation('archiving')
  return (
    <Plate height={246}>
      <path d="M0 152H1196" />
      {stations.map((station, index) => (
        <g key={station} transform={`translate(${columns[index]} 0)`}>
          {index > 0 && <path d="M-50 142l10 10-10 10" />}
          <path className={styles.dots} d="M19 164V194" />
          <g transform="translate(0 152)">
            <StationObject at={station} />
          </g>
        </g>
      ))}
      <Paper x={1} y={196} width={1198} height={46} />
      <path className={styles.scale} d="M8 240H1192" />
      {stations.map((station, index) => (
        <g key={station} transform={`translate(${columns[index]} 216)`}>
          <Mark x={19} y={0} r={14} number={index + 1} />
          <Words x={42} y={8} text={t(`digitization.drawing.${station}.record`)} anchor="start" />
        </g>
      ))}
    </Plate>
  )
}

function Tall() {
  const { t } = useTranslation('archiving')
  return (
    <Plate tall height={560}>
      <Paper x={142} y={1} width={38} height={558} />
      <path className={styles.scale} d="M145 8V552" />
      {stations.map((station, index) => {
        const isLeft = index % 2 === 0
        const y = 64 + index * 108
        return (
          <g key={station}>
            <path className={styles.dots} d={isLeft ? `M116 ${y}H140` : `M184 ${y}H204`} />
            <g className={styles.small} transform={`translate(${isLeft ? 6 : 208} ${y + 48}) scale(.7)`}>
              <StationObject at={station} />
            </g>
            <Mark x={163} y={y} r={11} number={index + 1} />
            <Words
              x={isLeft ? 192 : 130}
              y={y + 5}
              text={t(`digitization.drawing.${station}.record`)}
              anchor={isLeft ? 'start' : 'end'}
            />
          </g>
        )
      })}
    </Plate>
  )
}
