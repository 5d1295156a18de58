import { parametersOf } from '../../shared/site-map.ts'

/** How long posts are fresh, and how much longer they may be shown, in milliseconds. */
type Lifetimes = { ttlMs: number; staleMs: number }

const maxRevalidationMs = 60_000

/**
 * Cache-Control of a shared response. A shared cache keeps it as long as posts are fresh. After that it may show the old response for a
 * minute while it asks again, and for `staleMs` while the site fails. Browsers always ask again.
 *
 * @param maxMs how long any cache may show it in total
 * @see RFC 9111 §5.2.2.10 (s-maxage), RFC 5861 (stale-while-revalidate, stale-if-error)
 */
export function sharedCacheControl({ ttlMs, staleMs }: Lifetimes, maxMs = Infinity): string {
  const freshMs = Math.min(ttlMs, maxMs)
  const maxStaleMs = Math.min(staleMs, maxMs - freshMs)
  const revalidationMs = Math.min(maxRevalidationMs, maxStaleMs)
  return `${freshFor(freshMs)}, stale-while-revalidate=${revalidationMs / 1000}, stale-if-error=${maxStaleMs / 1000}`
}

/** Cache-Control of a 404, which may become a page: no cache shows it once it is no longer fresh. */
export function absentCacheControl({ ttlMs }: Lifetimes): string {
  return freshFor(ttlMs)
}

/** Cache-Control of one visitor's response: the browser may keep it, and asks again. */
export const privateCacheControl = 'private, no-cache'

/** No-Vary-Search: a response depends on the parameters that its path understands, in any order, and on no others. */
export function noVarySearch(pathname: string): string {
  const names = parametersOf(pathname).map((name) => `"${name}"`)
  return ['key-order, params', ...(names.length > 0 ? [`except=(${names.join(' ')})`] : [])].join(', ')
}

function freshFor(milliseconds: number): string {
  return `public, max-age=0, s-maxage=${milliseconds / 1000}`
}
