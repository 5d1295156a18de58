import { useTranslation } from 'react-i18next'
import { localiseFrom, otherLanguage } from '../../shared/language.ts'
import type { Pair } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import styles from './pair-link.module.css'

/** A link to the same article in the other language, in the words of that language; a page load, which remembers the choice. */
export function PairLink({ pair }: { pair: Pair | null }) {
  const { t } = useTranslation('blog')
  const language = useLanguage()
  const other = otherLanguage(language)
  if (pair === null) return null
  return (
    <p className={styles.pair}>
      <a href={localiseFrom(articlePath(pair.slug), other, language)} lang={other} hrefLang={other}>
        {t('pair')}
      </a>
    </p>
  )
}
