import { useTranslation } from 'react-i18next'
import styles from './card.module.css'

const rows = ['system', 'severity', 'known', 'exposure', 'owner', 'due', 'state'] as const

/** A line of a register of vulnerabilities, with the word that decides its place. */
export function ExampleRegisterLine() {
  const { t } = useTranslation('vulnerability')
  return (
    <figure className={`paper ${styles.card}`}>
      <figcaption>{t('intro.line.caption')}</figcaption>
      <p className={styles.tag}>{t('intro.line.tag')}</p>
      <dl className={styles.record}>
        {rows.map((row) => (
          <div key={row}>
            <dt>{t(`intro.line.${row}.term`)}</dt>
            <dd>{t(`intro.line.${row}.value`)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
