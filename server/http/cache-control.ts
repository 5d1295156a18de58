import { parametersOf } from '../../shared/site-map.ts'

/** How long posts are fresh, and how much longer they may be served stale, in milliseconds. */
type Lifetimes = { ttlMs: number; staleMs: number }

const maxRevalidationMs = 60_000

/**
 * Cache-Control of a shared response. A shared cache keeps it as long as posts are fresh. After that it may serve the stale response
 * for a minute while it revalidates, and for `staleMs` while the site fails. Browsers always revalidate.
 *
 * @param maxMs the maximum lifetime in any cache, stale time included
 * @see RFC 9111 §5.2.2.10 (s-maxage), RFC 5861 (stale-while-revalidate, stale-if-error)
 */
export function sharedCacheControl({ ttlMs, staleMs }: Lifetimes, maxMs = Infinity): string {
  const freshMs = Math.min(ttlMs, maxMs)
  const maxStaleMs = Math.min(staleMs, maxMs - freshMs)
  const revalidationMs = Math.min(maxRevalidationMs, maxStaleMs)
  return `${freshFor(freshMs)}, stale-while-revalidate=${revalidationMs / 1000}, stale-if-error=${maxStaleMs / 1000}`
}

/** Cache-Control of a 404. It may become a page, so caches never serve it stale. */
export function absentCacheControl({ ttlMs }: Lifetimes): string {
  return freshFor(ttlMs)
}

/** Cache-Control of a response for one visitor: the browser may keep it, but revalidates. */
export const privateCacheControl = 'private, no-cache'

/** No-Vary-Search: a response depends only on the parameters that its path knows, in any order. */
export function noVarySearch(pathname: string): string {
  const names = parametersOf(pathname).map((name) => `"${name}"`)
  return ['key-order, params', ...(names.length > 0 ? [`except=(${names.join(' ')})`] : [])].join(', ')
}

function freshFor(milliseconds: number): string {
  return `public, max-age=0, s-maxage=${milliseconds / 1000}`
}
