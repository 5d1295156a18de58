import { expect, it } from 'vitest'
import { noVarySearch, sharedCacheControl } from './cache-control.ts'

const lifetimesOf = (ttl: number, stale: number) => ({ ttlMs: ttl * 1000, staleMs: stale * 1000 })

it.each([
  ['the defaults', 60, 86_400, undefined, 's-maxage=60, stale-while-revalidate=60, stale-if-error=86400'],
  ['posts that are never fresh', 0, 86_400, undefined, 's-maxage=0, stale-while-revalidate=60, stale-if-error=86400'],
  ['posts that are never shown stale', 60, 0, undefined, 's-maxage=60, stale-while-revalidate=0, stale-if-error=0'],
  ['less than a minute of stale posts', 60, 20, undefined, 's-maxage=60, stale-while-revalidate=20, stale-if-error=20'],
  ['a limit within the stale time', 60, 86_400, 3600, 's-maxage=60, stale-while-revalidate=60, stale-if-error=3540'],
  ['a limit within that minute', 60, 86_400, 90, 's-maxage=60, stale-while-revalidate=30, stale-if-error=30'],
  ['a limit within the fresh time', 3600, 86_400, 90, 's-maxage=90, stale-while-revalidate=0, stale-if-error=0'],
])('tells shared caches how long they may serve a response, with %s', (_what, ttl, stale, limit, expected) => {
  const maxMs = limit && limit * 1000
  expect(sharedCacheControl(lifetimesOf(ttl, stale), maxMs)).toBe(`public, max-age=0, ${expected}`)
})

it.each([
  ...['/ai', '/en/blog/law-25', '/blog/tag/page', '/rss.xml', '/nowhere'].map((path) => [path, '']),
  ['/en/blog', ', except=("newsletter" "page" "q")'],
  ['/contact', ', except=("subject" "form")'],
  ['/api/posts', ', except=("lang" "page")'],
  ['/api/posts/loi-25', ', except=("lang")'],
  ['/api/search', ', except=("lang" "q")'],
])('tells caches on which parameters %s depends', (path, except) => {
  expect(noVarySearch(String(path))).toBe(`key-order, params${except}`)
})
