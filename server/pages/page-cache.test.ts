import { expect, it } from 'vitest'
import { encode } from '../http/content-encoding.ts'
import { type CachedPage, createPageCache, mayServe, mayStore, type SentPage } from './page-cache.ts'

const none = { peekList: () => null }

it('a document is rendered once for concurrent requests, and kept', async () => {
  const cache = createPageCache({ posts: none, keepsPosts: true, uptime: Date.now })
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  let renderings = 0
  const render = () => {
    renderings += 1
    return Promise.resolve(page)
  }
  expect(await Promise.all([cache.document('k', render), cache.document('k', render)])).toEqual([page, page])
  expect([renderings, cache.hasDocument('k')]).toEqual([1, true])
})

it('a failed rendering rejects for all who wait, and the next request tries again', async () => {
  const cache = createPageCache({ posts: none, keepsPosts: true, uptime: Date.now })
  let renderings = 0
  const failing = () => {
    renderings += 1
    return Promise.reject(new Error('no page'))
  }
  const both = await Promise.allSettled([cache.document('k', failing), cache.document('k', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([renderings, cache.hasDocument('k')]).toEqual([1, false])
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  expect(await cache.document('k', () => Promise.resolve(page))).toBe(page)
  expect(cache.hasDocument('k')).toBe(true)
})

const now = 1000
const page: CachedPage = {
  address: { page: 'blog' },
  language: 'fr',
  document: 'k',
  headers: [],
  postsFingerprint: 'hit 1',
  until: now + 1,
  loggedPath: '/blog',
}

it.each([
  { what: 'is read', serves: true },
  { what: 'is asked for by HEAD', method: 'HEAD', serves: true },
  { what: 'is posted to', method: 'POST', serves: false },
  { what: 'is due to be made anew', page: { ...page, until: now }, serves: false },
  { what: 'has other posts now', fingerprintNow: 'hit 2', serves: false },
  { what: 'has posts that are stale now', fingerprintNow: 'stale 1', serves: false },
  { what: 'has posts that are no longer there', fingerprintNow: null, serves: false },
])('may be served if it $what: $serves', ({ serves, method = 'GET', fingerprintNow = 'hit 1', ...other }) => {
  expect(mayServe(other.page ?? page, method, fingerprintNow, now)).toBe(serves)
})

const sent: SentPage = {
  address: { page: 'blog' },
  language: 'fr',
  document: 'k',
  status: 200,
  wasCached: true,
  isShared: true,
  fingerprintBefore: 'hit 1',
  fingerprintAfter: 'hit 1',
  headers: { 'cache-control': 'public, max-age=0' },
}

it.each([
  { what: 'is whole', change: {}, stores: true },
  { what: 'has no posts', change: { fingerprintBefore: '', fingerprintAfter: '' }, stores: true },
  { what: 'has no address of its own', change: { address: null }, stores: false },
  { what: 'is not found', change: { status: 404 }, stores: false },
  { what: 'cannot be read', change: { status: 503 }, stores: false },
  { what: 'is one visitor’s', change: { isShared: false }, stores: false },
  { what: 'was made for this request', change: { wasCached: false }, stores: false },
  { what: 'has posts that are not there', change: { fingerprintBefore: null, fingerprintAfter: null }, stores: false },
  { what: 'has posts that were read for it', change: { fingerprintBefore: null }, stores: false },
  { what: 'sets a cookie', change: { headers: { 'set-cookie': ['i18next=en'] } }, stores: false },
  { what: 'forbids caches', change: { headers: { 'cache-control': 'private, no-store' } }, stores: false },
  { what: 'has posts that changed meanwhile', change: { fingerprintAfter: 'hit 2' }, stores: false },
])('may be stored if it $what: $stores', ({ change, stores }) => {
  expect(mayStore({ ...sent, ...change })).toBe(stores)
})
