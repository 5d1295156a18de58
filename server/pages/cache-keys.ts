import type { FailureReason } from '../../client/entry-server.tsx'
import { fallback, isLanguage, type Language, languageInCookie } from '../../shared/language.ts'
import type { PageId } from '../../shared/site-map.ts'

/**
 * The keys of the page cache. Each names everything that its document depends on, and begins with the kind of document, so that no two
 * kinds meet.
 */

/** @param path with the page's own query; `version` is that of the posts and the form in it */
export function pageKey(page: PageId | null, path: string, language: Language, version: string | null, year: number) {
  return JSON.stringify(['page', page, path, language, version, year])
}

export function failureKey(reason: FailureReason, language: Language, year: number): string {
  return JSON.stringify(['failure', reason, language, year])
}

/** @param about which posts, and on which page */
export function apiKey(about: readonly unknown[], version: string): string {
  return JSON.stringify(['api', ...about, version])
}

/** A whole response: an address as it stands in the request line, in the language that it has where it names none. */
export function responseKey(url: string, cookies = ''): string {
  const language = languageInCookie(cookies)
  return (isLanguage(language) ? language : fallback) + url
}
