import { useTranslation } from 'react-i18next'
import styles from './card.module.css'

const rows = ['title', 'creator', 'date', 'format', 'rule', 'access', 'digest'] as const

/** The metadata of one archived document, as its finder reads them. */
export function ExampleRecord() {
  const { t } = useTranslation('archiving')
  return (
    <figure className={`paper ${styles.card}`}>
      <figcaption>{t('record.caption')}</figcaption>
      <dl className={styles.record}>
        {rows.map((row) => (
          <div key={row}>
            <dt>{t(`record.${row}.term`)}</dt>
            <dd translate={row === 'digest' ? 'no' : undefined}>{t(`record.${row}.value`)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
