import type { Config } from '../config/config.ts'
import type { Freshness } from '../posts/cache/revalidation.ts'

/**
 * Cache-Control of a shared response: browsers ask again, shared caches keep it as long as posts are fresh.
 *
 * @param mostMs for how long in all a cache may serve it
 */
export function sharedCacheControl({ posts: { ttlMs, staleMs } }: Config, mostMs = Infinity): string {
  const freshMs = Math.min(ttlMs, mostMs)
  const staleWhileRevalidateMs = Math.min(staleMs, mostMs - freshMs)
  return `public, max-age=0, s-maxage=${Math.round(freshMs / 1000)}, stale-while-revalidate=${Math.round(staleWhileRevalidateMs / 1000)}`
}

/** Cache-Control of one visitor's response: the browser may keep it, and asks again. */
export const privateCacheControl = 'private, no-cache'

/** Cache-Control of a 404, which may be a page soon. */
export function absentCacheControl({ posts: { ttlMs } }: Config): string {
  return `public, max-age=0, s-maxage=${Math.round(ttlMs / 1000)}`
}

/** A member of Cache-Status (RFC 9211). */
export function cacheStatus(cache: 'pages' | 'posts', freshness: Freshness): string {
  return freshness === 'hit' ? `${cache}; hit` : `${cache}; fwd=${freshness}`
}
