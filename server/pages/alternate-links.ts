import { defaultLanguage, type Language, languages, localise } from '../../shared/language.ts'

/** The paths of an article in both languages, without prefix; null if it exists in one language only. */
export type Alternates = Readonly<Record<Language, string>> | null

/**
 * `Link` headers with an article's translations, like those in its head (RFC 8288).
 *
 * @param siteUrl the public origin
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions#http
 */
export function alternateLinks(alternates: Alternates, siteUrl: string): string[] {
  if (alternates === null) return []
  const link = (hreflang: string, language: Language) =>
    `<${siteUrl}${localise(alternates[language], language)}>;rel=alternate;hreflang=${hreflang}`
  return [...languages.map((language) => link(language, language)), link('x-default', defaultLanguage)]
}
