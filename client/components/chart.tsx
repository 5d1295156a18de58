import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import styles from './chart.module.css'

/** The whole degrees nearest to the top left corner of the drawing, which is at 50.7° N and 67.2° W. They label the lines of degrees. */
const corner = { north: 50, west: 67 }

// A degree of longitude is 200 units wide, one of latitude 308 high (at 49.7° N).
const land = [
  'M-20 -20l0 414 2-7 5-6 5-5 4-6 0-7 2-6-1-7 0-7 1-7 4-5 2-7 6-4 0-9 0-9-2-10-2-9 6-5 3-7 1-8 1-7 5-6 8-2 4-6 6-5 6-8 7-7 9-6 4-10 5-3 1-6 5-3 5-3 4-3 5-4 4-4 5-1 8 0 7-3 8 1 7 5 5-5 5-5-4-4-5-3 0-6-3-5 5-4 4-4 5-3 4-4 6 1 5 2 3 5 4 4 6-3 6 0 9 2 6-1 5 3 6-1 5 4 5 2 6 1 6-1 5-5 3-6 3-7 3-5 4-4 5-3 12 0 9-2 9 0 8-5 9 2 8 3 9 3 9-2 7 5 9 0 9 0 7-5 8-1 9 1 7-4 8-2 6 1 6 3 5 3 5 4 6-2 6 0 6 1 6-1 7 2 8 1 8-2 7 2 6 0 6-1 6-1 6 1 9-1 8 3 6-5 9-2 9-3 7-6 9-2 9 2 6 4 5 5 6 1 7 2 10 3 9-3 10 0 9 5 5-3 6-4 7 0 6-1 9 1 8-4 8 4 9 1 7 1 5 4 7 2 7-3 6 3 7 1 5 4 6 3 10 1 10 1 10-4 10-2 5-3 6 0 3-5 5-3 5 1 6 1 4-3 6-1 9-1 9 2 9-2 9 1 5 1 6-2 10 3 10-3 11 1 11 0 10 0 10 2 11 1 6 0 7 0 6 1 6 2 6-4 7 0 6 2 6 2 7-1 8 1 7-2 7 3 6 5 7 2 7 4 5 5 6 0 7-1 6 0 6-2 5 5 5 4 7 0 6 2 6 8 7 7 4 10 3 9 7 0 7-2 7-1 7-3 6-8 9-4 9-3 6-7 10 0 9-4 9 3 10-2 9-1 7-4 8-4 8-3 10 2 10-3 10 2 10-1 11 1 9-5 9 6 11 1 0-171z',
  'M534 256l4 2 4 4 4 3 4 3 9 2 9 1 2 5 4 4 9 5 9 6 10 4 8 7 11 9 14 3 11 10 14 2 6 11 8 7 7 9 9 7 10 8 8 10 8 10 4 12 8 3 7 4 8 1 7 5 12 6 12 3 13 2 13 4 10 11 13 7 14 4 13 6 18 6 19-3 15 12 18 6 19 0 17 9 18 6 16 10 16 0 14-6 15 3 15 3 13 4 13-3 13-4 13-3 2-8 0-8-8-11-12-8-5-13-3-14-6-3-3-6-7-1-6-2-3-8-6-6-7-5-8-3-14-5-10-10-14-5-12-7-16-7-13-12-17-4-14-11-17-10-20-4-16-11-13-15-9-2-10-2-8-5-7-7-13-2-12-6-12-5-13-2-18 4-19-4-16-9-17-6-21 2-21-7-19-8-19-9-9 3-9-1-9 0-9-2-9 2-7 7-9-1-9 1-4 5-4 3-5 3z',
  'M-20 680l0-126 12-14 18-8 18-5 16-10 15-5 15-7 14-8 16-6 9-4 10-1 10 1 9-3 15-5 15-5 14-4 14-8 13 1 12-4 13-2 12-4 10-1 10-4 10 1 10 2 15-2 15-6 15 3 15 4 15 6 17 0 16 0 16-5 15-1 15 5 15 2 13 8 13 2 12 6 10 9 13 5 9 11 9 12 12 8 14 6 8 9 6 10 7 11 7 10 3 9 2 10 5 7 5 9-9-5-8-6-6-6-8-4-8-5-8-3-7 4-9 2 6 8 6 7 8 5 10 2 6 11 10 9 6 11 10 9-4 4-4 6-4 5-2 6 3 10 5 9 0 2z',
  'M601 147l-1 2-2 1-2-1-1-2 1-1 2-1 2 1zM609 149l0 2-2 1-2-1 0-2 0-1 2-1 2 1zM621 151l-2 2-4 0-3 0-2-2 1-2 4-1 3 1zM642 146l-1 4-5 1-5-1-3-4 4-3 4-1 6 0zM647 157l-1 1-2 1-2 0-1-2 1-2 2-1 3 1zM675 149l-3 6-8 2-9-2-3-6 3-6 9 1 7 0zM689 151l-2 5-6 1-5-2-1-4 1-5 5-1 6 1zM697 156l-1 3-3 2-3-2-2-3 2-4 3-1 3 1zM705 149l0 3-4 0-3 0 0-3 0-2 3-2 3 2zM724 150l-2 2-4 1-5 0 0-3 1-3 4-1 3 2zM735 152l-2 3-3 1-3-2-2-2 1-2 4-1 3 2zM742 145l0 1-2 1-2-1 0-1 0-2 2 0 2 0zM781 149l-2 3-5 2-4-2-2-3 1-2 5-1 6 0zM805 143l0 3-5 1-5-1 0-3 1-2 4-1 4 1zM832 135l0 3-4 1-4-1-1-3 2-2 3-2 4 1zM166 171l-3 3-3 3-3-3-3-3 3-3 3-3 4 2zM171 163l-1 2-2 1-2-1-1-2 1-2 2 0 2 0zM152 185l-1 2-3 1-2-1-2-2 1-2 3-1 2 1zM174 180l0 2-2 1-2-1-1-2 1-2 2 0 2 0z',
].join('')

/** The company's place in the drawing, which is 1280 wide and 660 high. */
export const home = {
  x: Math.round((company.position.longitude + corner.west + 0.2) * 200),
  y: Math.round((corner.north + 0.7 - company.position.latitude) * 308),
}

/** A sea chart with the company's place, and the wind that gave the company its name. The chart is decoration: the text names the place. */
export function Chart({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <figure className={`${styles.chart} ${className}`}>
      <svg viewBox="0 0 1280 660" aria-hidden="true">
        <path id="land" d={land} />
        <g className={styles.shoals}>
          {[72, 48, 24].map((reach) => (
            <g key={reach}>
              <use href="#land" strokeWidth={reach + 3} />
              <use href="#land" strokeWidth={reach} className={styles.water} />
            </g>
          ))}
        </g>
        <path
          className={styles.graticule}
          d="M40 0V660M240 0V660M440 0V660M640 0V660M840 0V660M1040 0V660M1240 0V660M0 216H1280M0 524H1280"
        />
        <use href="#land" className={styles.coast} />
        <g className={styles.degrees}>
          <text x="1266" y="206">
            {t('chart.latitude', { degrees: corner.north })}
          </text>
          <text x="766" y="642">
            {t('chart.longitude', { degrees: corner.west - 3 })}
          </text>
        </g>
        <path
          className={styles.wind}
          transform={`translate(${home.x} ${home.y})`}
          d="M190 -118Q96 -81 20 -25L24 -19Q100 -75 190 -118zM150 -128Q66 -92 1 -36L3 -32Q68 -88 150 -128zM215 -96Q119 -60 37 -10L39 -6Q122 -56 215 -96z"
        />
        <circle className={styles.home} cx={home.x} cy={home.y} r="11" />
        <g className={styles.names}>
          <text x={home.x - 14} y={home.y - 45} className={styles.here}>
            {company.place}
          </text>
          <text x="820" y="362" className={styles.island}>
            {t('chart.island')}
          </text>
          <text x="180" y="596" className={styles.more}>
            {t('chart.peninsula')}
          </text>
          <text x="930" y="584" className={styles.sea}>
            {t('chart.sea')}
          </text>
          <text x="1050" y="86" className={styles.more}>
            {t('chart.coast')}
          </text>
        </g>
      </svg>
      <figcaption>{t('chart.caption')}</figcaption>
    </figure>
  )
}
