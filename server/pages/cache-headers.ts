import type { Freshness } from '../posts/posts.ts'

/** An item of Cache-Status (RFC 9211). */
export function cacheStatus(cache: 'pages' | 'posts', freshness: Freshness): string {
  return freshness === 'hit' ? `${cache}; hit` : `${cache}; fwd=${freshness}`
}
