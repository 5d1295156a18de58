import { expect, it } from 'vitest'
import { defectOf, type Failure } from '../../server/posts/reading.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'

type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

const read: Reading = { kind: 'read', value: { text: 'one' } }
const absent: Reading = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache in front of a source that answers `source.reading`, or throws it, on a clock that stands still. */
function setUp({ ttlMs = 10_000, staleMs = 100_000, maxEntries = 10 } = {}) {
  const source: { reading: Reading | Error; asked: string[]; now: number } = {
    reading: read,
    asked: [],
    now: 1_000_000,
  }
  const told: string[] = []
  const guard = guardBy(() => source.now, ttlMs > 0)
  const cache = createStaleCache<Page>(
    (key) =>
      guard.ask(key, () => {
        source.asked.push(key)
        return Promise.resolve(source.reading instanceof Error ? defectOf(source.reading) : source.reading)
      }),
    {
      now: () => source.now,
      ttlMs,
      staleMs,
      maxEntries,
      guard,
      onFailure: (key, { type, message }) => told.push(`${key}: ${type}: ${message}`),
    },
  )
  return { cache, source, told }
}

it('remembers what is absent as long as a copy is fresh, and then asks again', async () => {
  const { cache, source } = setUp()
  source.reading = absent
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'miss' })
  source.now += 9999
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'hit' })
  expect(source.asked).toEqual(['a'])
  source.now += 1
  source.reading = read
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'hit' })
})

it('is not emptied by a flood of absent keys, of which it remembers a bounded number', async () => {
  const { cache, source } = setUp({ maxEntries: 3 })
  await cache.get('real')
  source.reading = absent
  for (let invented = 0; invented < 50; invented += 1) await cache.get(`invented-${invented}`)
  expect(await cache.get('real')).toMatchObject({ kind: 'held', freshness: 'hit' })
  expect(await cache.get('invented-49')).toEqual({ kind: 'absent', freshness: 'hit' })
  expect(await cache.get('invented-0')).toEqual({ kind: 'absent', freshness: 'miss' })
})

it('leaves a key that failed alone for a second, and asks for the others', async () => {
  const { cache, source } = setUp()
  source.reading = failed
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  source.now += 999
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  expect(source.asked).toEqual(['a'])
  source.reading = read
  await cache.get('b')
  source.now += 1
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  expect(source.asked).toEqual(['a', 'b', 'a'])
})

it('leaves a key that fails again alone longer each time, until it has been read', async () => {
  const { cache, source } = setUp({ staleMs: 0 })
  const pauses: number[] = []
  source.reading = failed
  for (let time = 0; time < 3; time += 1) {
    const answer = await cache.get('a')
    const seconds = answer.kind === 'failed' ? answer.retryAfterSeconds : 0
    pauses.push(seconds)
    source.now += seconds * 1000
  }
  source.reading = read
  expect(await cache.get('a')).toMatchObject({ kind: 'held' })
  source.now += 10_000
  source.reading = failed
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  expect(pauses).toEqual([1, 2, 4])
})

it('lets one wait for what has failed before, and tells the others at once that it fails', async () => {
  let answer = (_: Reading) => {}
  const clock = { now: 1_000_000 }
  const guard = guardBy(() => clock.now)
  const cache = createStaleCache<Page>(
    (key) =>
      guard.ask(
        key,
        () =>
          new Promise<Reading>((resolve) => {
            answer = resolve
          }),
      ),
    {
      now: () => clock.now,
      ttlMs: 10_000,
      staleMs: 0,
      maxEntries: 10,
      guard,
      onFailure: () => {},
    },
  )
  const first = [cache.get('a'), cache.get('a')]
  answer(failed)
  expect(await Promise.all(first)).toEqual([
    { kind: 'failed', retryAfterSeconds: 1 },
    { kind: 'failed', retryAfterSeconds: 1 },
  ])
  clock.now += 1000
  const again = cache.get('a')
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  answer(read)
  expect(await again).toMatchObject({ kind: 'held' })
  expect(await cache.get('a')).toMatchObject({ kind: 'held' })
})

it('leaves the whole source alone for as long as it asked, and serves what it holds meanwhile', async () => {
  const { cache, source } = setUp()
  await cache.get('held')
  source.now += 10_000
  source.reading = { ...failed, pauseSeconds: 30 }
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 30 })
  source.now += 10_500
  expect(await cache.get('b')).toEqual({ kind: 'failed', retryAfterSeconds: 20 })
  expect(await cache.get('held')).toMatchObject({ kind: 'held', freshness: 'stale' })
  expect(source.asked).toEqual(['held', 'a'])
  source.now += 19_500
  source.reading = read
  expect(await cache.get('b')).toMatchObject({ kind: 'held', freshness: 'miss' })
})

it('with a time to live of 0 asks always, and falls back to the copy when the source fails', async () => {
  const { cache, source } = setUp({ ttlMs: 0 })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  expect(source.asked).toEqual(['a', 'a'])
  source.reading = failed
  source.now += 99_999
  expect(await cache.get('a')).toMatchObject({ kind: 'held', value: { text: 'one' }, freshness: 'stale' })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
  expect(source.asked).toEqual(['a', 'a', 'a', 'a'])
  source.now += 1
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
})

it('with a time to live of 0 remembers no absence and no failure', async () => {
  const { cache, source } = setUp({ ttlMs: 0 })
  source.reading = absent
  await cache.get('a')
  await cache.get('a')
  source.reading = failed
  await cache.get('a')
  source.reading = read
  expect(await cache.get('a')).toMatchObject({ kind: 'held' })
  expect(source.asked).toHaveLength(4)
})

it('without stale time fails as soon as a copy is no longer fresh', async () => {
  const { cache, source } = setUp({ staleMs: 0 })
  await cache.get('a')
  source.reading = failed
  source.now += 10_000
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
})

it('counts what a source throws as a failure: it tells of it, pauses, and asks again after the pause', async () => {
  const { cache, source, told } = setUp()
  source.reading = new Error('a defect of ours')
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  expect(source.asked).toEqual(['a'])
  expect(told).toEqual(['a: Defect: Error: a defect of ours'])
  source.now += 1000
  source.reading = read
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
})

it('serves what it holds while a source throws that is asked at each request', async () => {
  const { cache, source } = setUp({ ttlMs: 0 })
  await cache.get('a')
  source.reading = new Error('a defect of ours')
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
})

// Otherwise the server would end at the unhandled rejection, as this run would.
it('survives a source that throws while a stale copy is refreshed', async () => {
  const { cache, source } = setUp()
  await cache.get('a')
  source.now += 10_000
  source.reading = new Error('a defect of ours')
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
  await new Promise((resolve) => setImmediate(resolve))
  source.now += 1000
  source.reading = read
  await cache.get('a')
  expect(source.asked).toEqual(['a', 'a', 'a'])
})
