import type { FailureReason } from '../../client/entry-server.tsx'
import { defaultLanguage, isLanguage, type Language, languageInCookie } from '../../shared/language.ts'
import type { PageId } from '../../shared/site-map.ts'

/**
 * The keys of the page cache. A key contains everything that its document depends on. It begins with the kind of document, so that
 * different kinds never collide. Feeds have keys of their own.
 */

/**
 * @param path with the page's own query
 * @param version of the page's posts and form
 */
export function pageKey(page: PageId | null, path: string, language: Language, version: string | null, year: number) {
  return JSON.stringify(['page', page, path, language, version, year])
}

export function failureKey(reason: FailureReason, language: Language, year: number): string {
  return JSON.stringify(['failure', reason, language, year])
}

/** @param about identifies the posts and the page of the list */
export function apiKey(about: readonly unknown[], version: string): string {
  return JSON.stringify(['api', ...about, version])
}

/** The key of a response: the raw URL, prefixed with the cookie's language or the default. */
export function responseKey(url: string, cookies = ''): string {
  const language = languageInCookie(cookies)
  return (isLanguage(language) ? language : defaultLanguage) + url
}
