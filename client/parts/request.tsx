import { useTranslation } from 'react-i18next'
import styles from './card.module.css'

const rows = ['decision', 'person', 'device', 'resource', 'reason'] as const

/** An access request, as its log keeps it: the decision first, then its grounds. */
export function ExampleRequest() {
  const { t } = useTranslation('architecture')
  return (
    <figure className={`paper ${styles.card}`}>
      <figcaption>{t('intro.request.caption')}</figcaption>
      <dl className={styles.record}>
        {rows.map((row) => (
          <div key={row}>
            <dt>{t(`intro.request.${row}.term`)}</dt>
            <dd>{t(`intro.request.${row}.value`)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
