import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languageCookieMaxAgeSeconds,
  languageInCookie,
  prefixOf,
} from '../shared/language.ts'

/**
 * The language of an address in the browser, by the server's rule: the prefix decides, otherwise the cookie. The language of unprefixed
 * addresses is read once, so that a toggle in another tab does not affect this tab. Going back over a toggle undoes it. Create this
 * before the router, so that it receives `popstate` first.
 *
 * @param served the language of the page as the server sent it
 */
export function createBrowserLanguage(served: Language) {
  let unprefixed = prefixOf(window.location.pathname) === null ? served : readCookie()

  function setLanguage(language: Language): void {
    unprefixed = language
    const secure = window.location.protocol === 'https:' ? '; Secure' : ''
    // The Cookie Store API is not in every browser yet; this string is the one that POST /language sends.
    document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${languageCookieMaxAgeSeconds}; SameSite=Lax${secure}`
  }

  addEventListener('popstate', ({ state }: { state: { language?: unknown } | null }) => {
    const entered = state?.language
    if (isLanguage(entered) && entered !== unprefixed) setLanguage(entered)
  })

  return {
    languageAt: (pathname: string): Language => prefixOf(pathname) ?? unprefixed,
    setLanguage,

    /** Records the language in this history entry if the address has no prefix. */
    recordInHistory(): void {
      if (prefixOf(window.location.pathname) !== null) return
      window.history.replaceState({ ...window.history.state, language: unprefixed }, '')
    },
  }
}

function readCookie(): Language {
  const value = languageInCookie(document.cookie)
  return isLanguage(value) ? value : defaultLanguage
}
