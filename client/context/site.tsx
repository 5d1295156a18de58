import type { i18n } from 'i18next'
import { createContext, useContext } from 'react'
import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { defaultLanguage, type Language } from '../../shared/language.ts'
import type { NearPage } from '../../shared/site-map.ts'

/** Values for the components, from the server or the browser. */
export type SiteValue = {
  /** The public origin, without trailing slash. */
  url: string
  /** The current year in the company's time zone. */
  year: number
  botCheck: BotCheckProvider
  /** On the server: the page that the visitor may have meant by an unknown address. */
  near?: NearPage | undefined
  /** The language of a path: its prefix decides, otherwise the cookie. */
  languageAt: (pathname: string) => Language
  textsIn: (language: Language) => i18n
  /** Fetches the parts of the page at a path before the visitor goes there; `language` if that changes. */
  prefetch: (path: string, language?: Language) => void
  /** Remembers the visitor's choice. */
  setLanguage: (language: Language) => void
}

const SiteContext = createContext<SiteValue | null>(null)

export const SiteProvider = SiteContext.Provider

export function useSite(): SiteValue {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite is called outside of SiteProvider')
  return site
}

/** The language of the page that is shown: decided once for all of it, since the toggle changes it while a page is loading. */
const LanguageContext = createContext<Language>(defaultLanguage)

export const LanguageProvider = LanguageContext.Provider

export function useLanguage(): Language {
  return useContext(LanguageContext)
}
