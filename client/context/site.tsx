import type { i18n } from 'i18next'
import { createContext, useContext } from 'react'
import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { fallback, type Language } from '../../shared/language.ts'

/** Values for the components, from the server or the browser. */
export type SiteValue = {
  /** The public origin, without trailing slash. */
  url: string
  /** The current year, where the company is. */
  year: number
  botCheck: BotCheckProvider
  /** The language that a path is shown in: by its prefix, else by the cookie. */
  languageAt: (pathname: string) => Language
  textsIn: (language: Language) => i18n
  /** Fetches the parts of the page at a path before the visitor goes there; `language` where that changes. */
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
const LanguageContext = createContext<Language>(fallback)

export const LanguageProvider = LanguageContext.Provider

export function useLanguage(): Language {
  return useContext(LanguageContext)
}
