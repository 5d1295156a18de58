import { expect, it } from 'vitest'
import type { Failure } from '../../server/posts/reading.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'

type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

const read = (text: string): Reading => ({ kind: 'read', value: { text } })
const absent: Reading = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache of 10 s fresh and 100 s stale in front of a source that answers `source.reading`, on a clock that stands still. */
function setUp(options: { ttlMs?: number; staleMs?: number; maxEntries?: number } = {}) {
  const source: { reading: Reading; asked: string[]; failures: string[]; now: number } = {
    reading: read('one'),
    asked: [],
    failures: [],
    now: 1_000_000,
  }
  const guard = guardBy(() => source.now)
  const cache = createStaleCache<Page>(
    (key) =>
      guard.ask(key, () => {
        source.asked.push(key)
        return Promise.resolve(source.reading)
      }),
    {
      now: () => source.now,
      ttlMs: 10_000,
      staleMs: 100_000,
      maxEntries: 10,
      guard,
      onFailure: (key, { type }) => source.failures.push(`${key}: ${type}`),
      ...options,
    },
  )
  /** Lets a refresh in the background come to its end. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { cache, source, settled }
}

it('asks the source once while a copy is fresh', async () => {
  const { cache, source } = setUp()
  expect(await cache.get('a')).toMatchObject({ kind: 'held', value: { text: 'one' }, freshness: 'miss' })
  source.now += 9999
  expect(await cache.get('a')).toMatchObject({ kind: 'held', value: { text: 'one' }, freshness: 'hit' })
  expect(source.asked).toEqual(['a'])
})

it('serves a stale copy at once and refreshes it behind the answer', async () => {
  const { cache, source, settled } = setUp()
  await cache.get('a')
  source.now += 10_000
  source.reading = read('two')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(source.asked).toEqual(['a', 'a'])
})

it('keeps serving the stale copy while the source fails, says so, and leaves it alone for a second', async () => {
  const { cache, source, settled } = setUp()
  await cache.get('a')
  source.now += 10_000
  source.reading = failed
  for (let request = 0; request < 3; request += 1) {
    expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
    await settled()
  }
  expect(source.asked).toEqual(['a', 'a'])
  expect(source.failures).toEqual(['a: NetworkError'])
  source.now += 1000
  await cache.get('a')
  expect(source.asked).toEqual(['a', 'a', 'a'])
})

it('serves a copy no longer than fresh and stale together', async () => {
  const { cache, source, settled } = setUp()
  await cache.get('a')
  source.reading = failed
  source.now += 109_999
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
  await settled()
  source.now += 1001
  // Failed twice, it is left alone for two seconds.
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 2 })
  source.now += 2000
  source.reading = read('two')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'miss' })
})

it('asks once for all who wait for the same key, and apart for another', async () => {
  const { cache, source } = setUp()
  const answers = await Promise.all([cache.get('a'), cache.get('a'), cache.get('b'), cache.get('a')])
  expect(source.asked).toEqual(['a', 'b'])
  expect(answers.map(({ kind }) => kind)).toEqual(['held', 'held', 'held', 'held'])
})

it('asks once for all who get the stale copy', async () => {
  const { cache, source, settled } = setUp()
  await cache.get('a')
  source.now += 10_000
  await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])
  await settled()
  expect(source.asked).toEqual(['a', 'a'])
})

it('forgets a copy as soon as the source says that it is gone', async () => {
  const { cache, source, settled } = setUp()
  await cache.get('a')
  source.now += 10_000
  source.reading = absent
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
  await settled()
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'hit' })
})

it('gives the same content the same version, in every cache, and changed content another', async () => {
  const { cache, source, settled } = setUp()
  const versionOf = async (answer: ReturnType<typeof cache.get>) => {
    const held = await answer
    return held.kind === 'held' ? held.version : null
  }
  const version = await versionOf(cache.get('a'))
  expect(version).toMatch(/^[\w-]{16}$/)
  expect(await versionOf(cache.get('b'))).toBe(version)
  expect(await versionOf(setUp().cache.get('a'))).toBe(version)
  source.now += 10_000
  await cache.get('a')
  await settled()
  expect(await versionOf(cache.get('a'))).toBe(version)
  source.now += 10_000
  source.reading = read('two')
  await cache.get('a')
  await settled()
  expect(await versionOf(cache.get('a'))).not.toBe(version)
})

it('holds no more copies than it may, and drops the one that was used longest ago', async () => {
  const { cache, source } = setUp({ maxEntries: 2 })
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key)
  expect(source.asked).toEqual(['a', 'b', 'c'])
  expect(await cache.get('a')).toMatchObject({ freshness: 'hit' })
  expect(await cache.get('b')).toMatchObject({ freshness: 'miss' })
})

it('gives the copy that may still be served, fresh or stale, without asking anybody', async () => {
  const { cache, source } = setUp()
  expect(cache.held('a')).toBeNull()
  await cache.get('a')
  source.reading = failed
  expect(cache.held('a')).toMatchObject({ kind: 'held', value: { text: 'one' } })
  source.now += 109_999
  expect(cache.held('a')).toMatchObject({ kind: 'held', value: { text: 'one' }, freshness: 'stale' })
  source.now += 1
  expect(cache.held('a')).toBeNull()
  expect(cache.held('b')).toBeNull()
  expect(source.asked).toEqual(['a'])
})
