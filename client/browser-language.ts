import {
  fallback,
  isLanguage,
  type Language,
  languageCookie,
  languageCookieMaxAgeSeconds,
  languageInCookie,
  prefixOf,
} from '../shared/language.ts'

/**
 * The server's rule, in the browser: the prefix decides, else the cookie. What an unprefixed address speaks is read once,
 * so that a toggle in another tab does not change this one between two clicks.
 *
 * @param served the language of the page as the server sent it
 */
export function createBrowserLanguage(served: Language) {
  let unprefixed = prefixOf(window.location.pathname) === null ? served : readCookie()

  return {
    languageAt: (pathname: string): Language => prefixOf(pathname) ?? unprefixed,

    choose(language: Language): void {
      unprefixed = language
      const secure = window.location.protocol === 'https:' ? '; Secure' : ''
      // The Cookie Store API is not in every browser yet; this string is the one that POST /language sends.
      document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${languageCookieMaxAgeSeconds}; SameSite=Lax${secure}`
    },
  }
}

function readCookie(): Language {
  const value = languageInCookie(document.cookie)
  return isLanguage(value) ? value : fallback
}
