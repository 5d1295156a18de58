import type { i18n } from 'i18next'
import { createContext, useContext } from 'react'
import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { defaultLanguage, type Language } from '../../shared/language.ts'
import type { NearPage } from '../../shared/site-map.ts'

/** Values for all components, from the server or the browser. */
export type SiteValue = {
  /** The public origin, without trailing slash. */
  url: string
  /** The current year in the company's time zone. */
  year: number
  botCheck: BotCheckProvider
  /** The page that the visitor may have meant by an unknown address; on the server only. */
  near?: NearPage | undefined
  /** The language of a path: its prefix decides, otherwise the cookie. */
  languageAt: (pathname: string) => Language
  textsIn: (language: Language) => i18n
  /** Fetches the code, texts and posts of a page in advance; `language` if it changes. */
  prefetch: (path: string, language?: Language) => void
  /** Stores the visitor's choice. */
  setLanguage: (language: Language) => void
}

const SiteContext = createContext<SiteValue | null>(null)

export const SiteProvider = SiteContext.Provider

export function useSite(): SiteValue {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite is called outside of SiteProvider')
  return site
}

/** The language of the shown page. Decided once per page, since the toggle changes the language while the next page loads. */
const LanguageContext = createContext<Language>(defaultLanguage)

export const LanguageProvider = LanguageContext.Provider

export function useLanguage(): Language {
  return useContext(LanguageContext)
}
