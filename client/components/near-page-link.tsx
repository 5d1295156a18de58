import { useTranslation } from 'react-i18next'
import { localiseFrom } from '../../shared/language.ts'
import { useLanguage, useSite } from '../context/site.tsx'

/**
 * A link to the page that the visitor may have meant, if a page is close enough; on the server only.
 *
 * @param ofArticle whether the missing page is an article, which may exist in the other language
 */
export function NearPageLink({ ofArticle = false }: { ofArticle?: boolean }) {
  const { t } = useTranslation('refusals')
  const { near } = useSite()
  const language = useLanguage()
  if (!near) return null
  const target = near.language === language ? undefined : near.language
  return (
    <p>
      {t(ofArticle && target ? 'elsewhere' : 'near')}{' '}
      <a href={localiseFrom(near.path, near.language, language)} lang={target} hrefLang={target}>
        {near.title}
      </a>
    </p>
  )
}
