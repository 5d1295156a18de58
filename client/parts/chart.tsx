import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import styles from './chart.module.css'

// One degree of longitude is 100 units wide, one of latitude 154 high (at 49.7° N); the top left corner is 50.7° N, 67.2° W.
const northShore =
  'M-10 -10V172L33 105L60 88L80 74L115 79L125 65L160 66L230 66L242 66L270 59L287 63L305 66L317 62L360 71L439 65L512 74L538 80L547 93L593 80L650 77V-10Z'
const anticosti =
  'M268 130L300 119L350 119L420 134L460 162L500 196L537 221L550 250L510 252L450 243L420 216L380 208L360 202L330 173L300 151L284 136Z'
const gaspe = 'M-10 274L22 264L52 247L72 243L147 227L207 229L237 235L281 264L304 301L275 289L300 340H-10Z'
const islands =
  'M312 70l9-3 6 4-8 3zM331 72l12-4 8 4-10 4zM357 77l10-2 6 4-9 3zM377 80l12-3 4 4-9 3zM398 79l8-2 5 3-7 3zM417 76l10-2 3 3-8 3zM78 82l6-3 5 4-5 4z'
const home = {
  x: Math.round((company.position.longitude + 67.2) * 100),
  y: Math.round((50.7 - company.position.latitude) * 154),
}

/** The gulf as on a sea chart: where the company is, and where its wind comes from. Decoration: the text beside it says where. */
export function Chart({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <figure className={`${styles.chart} ${className}`}>
      <svg viewBox="0 0 640 330" aria-hidden="true">
        <g className={styles.depths}>
          {[northShore, anticosti, gaspe].map((d) => (
            <path key={d} d={d} />
          ))}
        </g>
        <path
          className={styles.grid}
          d="M20 0V330M120 0V330M220 0V330M320 0V330M420 0V330M520 0V330M620 0V330M0 108H640M0 262H640"
        />
        <g className={styles.land}>
          {[northShore, anticosti, gaspe, islands].map((d) => (
            <path key={d} d={d} />
          ))}
        </g>
        <g className={styles.rose} transform="translate(134 158)">
          <circle r="34" />
          <path d="M0-34L5-5L34 0L5 5L0 34L-5 5L-34 0L-5-5Z" />
          <path className={styles.wind} d="M46-46L9 9L0 0L-9-9Z" />
        </g>
        <circle className={styles.halo} cx={home.x} cy={home.y} r="11" />
        <circle className={styles.home} cx={home.x} cy={home.y} r="5" />
        <g className={styles.names}>
          <text x={home.x} y="42" className={styles.here}>
            {company.place}
          </text>
          <text x="400" y="176">
            {t('chart.anticosti')}
          </text>
          <text x="96" y="296">
            {t('chart.gaspe')}
          </text>
          <text x="440" y="306" className={styles.water}>
            {t('chart.gulf')}
          </text>
          <text x="540" y="42">
            {t('chart.coast')}
          </text>
        </g>
      </svg>
      <figcaption>{t('chart.caption')}</figcaption>
    </figure>
  )
}
