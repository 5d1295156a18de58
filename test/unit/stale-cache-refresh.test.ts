import { expect, it } from 'vitest'
import type { Failure } from '../../server/posts/reading.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'

type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

const read = (text: string): Reading => ({ kind: 'read', value: { text } })
const absent: Reading = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache of 10 s fresh and 100 s stale on a clock that stands still; each call waits until the test answers it. */
function setUp() {
  const calls: { key: string; answer: (reading: Reading) => void }[] = []
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  const guard = guardBy(now)
  const cache = createStaleCache<Page>(
    (key) => guard.ask(key, () => new Promise<Reading>((answer) => calls.push({ key, answer }))),
    {
      now,
      ttlMs: 10_000,
      staleMs: 100_000,
      maxEntries: 10,
      guard,
      onFailure: () => {},
    },
  )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the call that has waited longest. */
  async function answerNext(reading: Reading) {
    calls.shift()?.answer(reading)
    await settled()
  }
  async function hold(key: string, reading: Reading) {
    const answer = cache.get(key)
    await answerNext(reading)
    await answer
  }
  function change(key: string): Promise<boolean> {
    cache.expire(key)
    return cache.refresh(key)
  }
  return { cache, calls, clock, guard, answerNext, hold, change }
}

it('serves the copy of before as a stale one while a changed key is read, then the new one', async () => {
  const { cache, calls, answerNext, hold, change } = setUp()
  await hold('a', read('one'))
  const refreshed = change('a')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await answerNext(read('two'))
  await refreshed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(calls).toEqual([])
})

it('keeps the copy of before, as a stale one, where the source fails', async () => {
  const { cache, clock, answerNext, hold, change } = setUp()
  await hold('a', read('one'))
  const refreshed = change('a')
  await answerNext(failed)
  await refreshed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  clock.now += 1000
  await cache.get('a')
  await answerNext(read('two'))
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('forgets a copy that is gone, and an absence that is over', async () => {
  const { cache, answerNext, hold, change } = setUp()
  await hold('gone', read('one'))
  await hold('come', absent)
  expect(await cache.get('come')).toEqual({ kind: 'absent', freshness: 'hit' })
  const refreshed = Promise.all([change('gone'), change('come')])
  await answerNext(absent)
  await answerNext(read('two'))
  await refreshed
  expect(await cache.get('gone')).toEqual({ kind: 'absent', freshness: 'hit' })
  expect(await cache.get('come')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('asks again for what was absent when something changed', async () => {
  const { cache, answerNext, hold } = setUp()
  await hold('a', absent)
  cache.expire('a')
  const answer = cache.get('a')
  await answerNext(read('one'))
  expect(await answer).toMatchObject({ value: { text: 'one' }, freshness: 'miss' })
})

it('asks once more after a call that was under way when the key changed', async () => {
  const { cache, calls, answerNext, change } = setUp()
  const early = cache.get('a')
  const refreshed = change('a')
  expect(calls).toHaveLength(1)
  await answerNext(read('before'))
  expect(await early).toMatchObject({ value: { text: 'before' } })
  expect(calls).toHaveLength(1)
  await answerNext(read('after'))
  await refreshed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'after' }, freshness: 'hit' })
  expect(calls).toEqual([])
})

it('asks nothing more than the call that began after the change', async () => {
  const { cache, calls, answerNext, hold } = setUp()
  await hold('a', read('one'))
  cache.expire('a')
  await cache.get('a')
  const refreshed = cache.refresh('a')
  await answerNext(read('two'))
  expect(await refreshed).toBe(true)
  expect(calls).toEqual([])
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it.each([
  ['a copy', read('before'), { value: { text: 'before' }, freshness: 'stale' }],
  ['an absence', absent, { value: { text: 'after' }, freshness: 'miss' }],
])('does not hold %s for fresh that was on its way when everything changed', async (_name, reading, expected) => {
  const { cache, calls, answerNext } = setUp()
  const early = cache.get('a')
  cache.expireAll()
  await answerNext(reading)
  await early
  const late = cache.get('a')
  expect(calls).toHaveLength(1)
  await answerNext(read('after'))
  expect(await late).toMatchObject(expected)
  expect(await cache.get('a')).toMatchObject({ value: { text: 'after' }, freshness: 'hit' })
})

it('makes one call for two changes of one key that has not been answered yet', async () => {
  const { cache, calls, answerNext, hold, change } = setUp()
  await hold('a', read('one'))
  const early = cache.get('a')
  cache.expire('a')
  void cache.get('a')
  const refreshed = Promise.all([change('a'), change('a')])
  await answerNext(read('two'))
  await answerNext(read('three'))
  await Promise.all([early, refreshed])
  expect(calls).toEqual([])
  expect(await cache.get('a')).toMatchObject({ value: { text: 'three' }, freshness: 'hit' })
})

it('leaves a source alone that wants to be, and refreshes the copy when it is asked for after that', async () => {
  const { cache, calls, clock, guard, answerNext, hold, change } = setUp()
  await hold('a', read('one'))
  await guard.ask('b', () => Promise.resolve({ ...failed, pauseSeconds: 30 }))
  await change('a')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  expect(calls).toEqual([])
  clock.now += 30_000
  await cache.get('a')
  await answerNext(read('two'))
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('makes no stale copy younger', async () => {
  const { cache, clock, answerNext, hold, change } = setUp()
  await hold('a', read('one'))
  clock.now += 109_999
  const refreshed = change('a')
  await answerNext(failed)
  await refreshed
  expect(cache.held('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  clock.now += 1
  expect(cache.held('a')).toBeNull()
})

it('names what it holds and what is on its way', async () => {
  const { cache, answerNext, hold } = setUp()
  await hold('held', read('one'))
  await hold('absent', absent)
  const coming = cache.get('coming')
  expect(cache.keys()).toEqual(['held', 'coming'])
  await answerNext(read('two'))
  await coming
})

it.each([
  ['what was read', read('two'), true],
  ['what is gone', absent, true],
  ['what failed', failed, false],
])('tells of %s whether it could be read', async (_name, reading, expected) => {
  const { answerNext, change } = setUp()
  const refreshed = change('a')
  await answerNext(reading)
  expect(await refreshed).toBe(expected)
})
