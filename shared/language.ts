/** The two languages of the site. The first is the default; only its addresses have no prefix. */
export const languages = ['fr', 'en'] as const

export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'fr'

/** The cookie of the visitor's choice: `fr` or `en`. The site's only other cookies hold refused forms (server/forms/drafts.ts). */
export const languageCookie = 'i18next'

export const languageCookieMaxAgeSeconds = 365 * 24 * 60 * 60

/**
 * The visitor's choice in a Cookie header or in `document.cookie`; undefined if missing. Not `\s`, which would also match other bytes
 * of the header: deploy/nginx/nordet.conf.template also allows only spaces and tabs.
 */
export function languageInCookie(cookies: string): string | undefined {
  return new RegExp(`(?:^|;)[ \\t]*${languageCookie}=([^; \\t]*)`).exec(cookies)?.[1]
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

export function otherLanguage(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr'
}

/** The language prefix of a path: `/en/ai` → `en`, `/enfin` → null. */
export function prefixOf(pathname: string): Language | null {
  const segment = pathname.split('/', 2)[1]
  return isLanguage(segment) ? segment : null
}

/** The prefix decides, otherwise the cookie. Accept-Language is ignored. */
export function languageOf(pathname: string, cookie: string | undefined): Language {
  return prefixOf(pathname) ?? (isLanguage(cookie) ? cookie : defaultLanguage)
}

/** `/en/ai` → `/ai`, `/en` → `/`; a path without prefix is returned unchanged. */
export function withoutPrefix(pathname: string): string {
  return prefixOf(pathname) === null ? pathname : pathname.slice(3) || '/'
}

/** The address of a page in a language: (`/ai`, `en`) → `/en/ai`. Query and fragment are kept. */
export function localise(path: string, language: Language): string {
  if (language === defaultLanguage) return path
  return `/${language}${path === '/' ? '' : path.replace(/^\/(?=[?#])/, '')}`
}

/**
 * The address of a page in a language, for a link on a page in the language `from`. Visitors with an English cookie get unprefixed
 * addresses in English, so a link to French has a prefix: (`/ai`, `fr`, from `en`) → `/fr/ai`.
 */
export function localiseFrom(path: string, language: Language, from: Language): string {
  if (language !== defaultLanguage || from === defaultLanguage) return localise(path, language)
  return `/${defaultLanguage}${path === '/' ? '' : path}`
}

/** The path that the toggle leads to: the same page in a language, or from an article the blog list. */
export function counterpart(pathname: string, language: Language): string {
  const path = withoutPrefix(pathname)
  return localise(path.startsWith('/blog/') ? '/blog' : path, language)
}
