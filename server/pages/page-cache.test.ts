import { expect, it } from 'vitest'
import { encode, type Representation } from '../http/content-encoding.ts'
import { type CachedPage, createPageCache, mayServe, mayStore, type SentPage } from './page-cache.ts'

const none = { peekList: () => null }

/** A cache, two requests for a document at the same time, and the number of renderings. */
async function askTwice(render: () => Promise<Representation>) {
  const cache = createPageCache({ posts: none, keepsPosts: true, uptime: Date.now })
  let renderings = 0
  const counted = () => {
    renderings += 1
    return render()
  }
  const both = await Promise.allSettled([cache.document('k', counted), cache.document('k', counted)])
  return { cache, both, renderings }
}

it('renders a document once for concurrent requests, and stores it', async () => {
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  const { cache, both, renderings } = await askTwice(() => Promise.resolve(page))
  expect(both).toEqual(Array(2).fill({ status: 'fulfilled', value: page }))
  expect([renderings, cache.hasDocument('k')]).toEqual([1, true])
})

it('rejects all waiting requests if rendering fails, and renders again for the next', async () => {
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  const { cache, both, renderings } = await askTwice(() => Promise.reject(new Error('no page')))
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([renderings, cache.hasDocument('k')]).toEqual([1, false])
  expect(await cache.document('k', () => Promise.resolve(page))).toBe(page)
  expect(cache.hasDocument('k')).toBe(true)
})

const now = 1000
const common = { address: { page: 'blog' }, language: 'fr', document: 'k' } as const
const page: CachedPage = { ...common, headers: [], postsFingerprint: 'hit 1', until: now + 1, loggedPath: '/blog' }

it.each<{ what: string; method?: string; current?: string | null; until?: number; serves: boolean }>([
  { what: 'is requested by GET', serves: true },
  { what: 'is requested by HEAD', method: 'HEAD', serves: true },
  { what: 'is requested by POST', method: 'POST', serves: false },
  { what: 'has expired', until: now, serves: false },
  ...['hit 2', 'stale 1', null].map((current) => ({ what: `has the posts ${current} now`, current, serves: false })),
])('may be served if it $what: $serves', ({ serves, method = 'GET', current = 'hit 1', until = now + 1 }) => {
  expect(mayServe({ ...page, until }, method, current, now)).toBe(serves)
})

const sent: SentPage = {
  ...{ ...common, status: 200, wasCached: true, isShared: true, fingerprintBefore: 'hit 1', fingerprintAfter: 'hit 1' },
  headers: { 'cache-control': 'public, max-age=0' },
}

it.each<{ what: string; change: Partial<SentPage>; stores: boolean }>([
  { what: 'is complete', change: {}, stores: true },
  { what: 'has no posts', change: { fingerprintBefore: '', fingerprintAfter: '' }, stores: true },
  { what: 'has no canonical address', change: { address: null }, stores: false },
  { what: 'is not found', change: { status: 404 }, stores: false },
  { what: 'cannot be read', change: { status: 503 }, stores: false },
  { what: 'is for one visitor', change: { isShared: false }, stores: false },
  { what: 'was rendered for this request', change: { wasCached: false }, stores: false },
  { what: 'has missing posts', change: { fingerprintBefore: null, fingerprintAfter: null }, stores: false },
  { what: 'has posts that it had to read', change: { fingerprintBefore: null }, stores: false },
  { what: 'sets a cookie', change: { headers: { 'set-cookie': ['i18next=en'] } }, stores: false },
  { what: 'forbids caches', change: { headers: { 'cache-control': 'private, no-store' } }, stores: false },
  { what: 'has posts that changed meanwhile', change: { fingerprintAfter: 'hit 2' }, stores: false },
])('may be stored if it $what: $stores', ({ change, stores }) => {
  expect(mayStore({ ...sent, ...change })).toBe(stores)
})
