import { useTranslation } from 'react-i18next'
import styles from './answer.module.css'
import card from './card.module.css'

const sources = ['bylaw', 'policy'] as const

/** An example of an assistant's answer: each statement has its source, and a gap is named. */
export function ExampleAnswer() {
  const { t } = useTranslation('ai')
  return (
    <figure className={`paper ${card.card}`}>
      <figcaption>{t('example.caption')}</figcaption>
      <p className={styles.question}>{t('example.question')}</p>
      <p className={styles.answer}>
        <span>{t('example.answer')}</span> <sup>1</sup>
      </p>
      <p className={styles.answer}>
        <span>{t('example.limit')}</span> <sup>2</sup>
      </p>
      <ol className={styles.sources} aria-label={t('example.sources.title')}>
        {sources.map((source) => (
          <li key={source}>{t(`example.sources.${source}`)}</li>
        ))}
      </ol>
      <p className={styles.note}>{t('example.unknown')}</p>
    </figure>
  )
}
