import type { i18n } from 'i18next'
import { createContext, type ReactNode, useContext } from 'react'
import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { fallback, type Language } from '../../shared/language.ts'
import type { PageTurn } from '../navigation/page-turn.ts'

/** What every component may ask of the side it runs on. */
export type Site = {
  /** The public origin, without trailing slash. */
  url: string
  /** The current year, where the company is. */
  year: number
  botCheck: BotCheckProvider
  /** The language that a path is shown in: by its prefix, else by the cookie. */
  languageAt: (pathname: string) => Language
  textsIn: (language: Language) => i18n
  /** Fetches what the page at a path will need, once a visitor seems to be about to go there. */
  prefetch: (path: string) => void
  /** Leads to a path of this site as a link does, without a page load. */
  goTo: (path: string) => void
  isTurning: PageTurn['isTurning']
  /** Whether the first page is set in the fallback, so that the next one has to name the fonts anew (build/late-faces.ts). */
  fontsCameLate: boolean
  /** Remembers the visitor's choice. */
  choose: (language: Language) => void
}

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite is called outside of SiteProvider')
  return site
}

/**
 * The language of the page that is shown. Not read from the address by each component: what stands on every page, as header and
 * footer do, would be rendered anew for every other address.
 */
const LanguageContext = createContext<Language>(fallback)

export const LanguageProvider = LanguageContext.Provider

export function useLanguage(): Language {
  return useContext(LanguageContext)
}
