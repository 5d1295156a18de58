import { expect, it } from 'vitest'
import { createRevalidation } from '../../server/posts/cache/revalidation.ts'
import type { SharedEntries } from '../../server/posts/cache/shared-entries.ts'
import type { Entries, CacheEntry } from '../../server/posts/cache/store.ts'
import { createGuard } from '../../server/posts/source/guard.ts'
import { defectOf, type Failure } from '../../server/posts/source/reading.ts'

type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

const read = (text: string): Reading => ({ kind: 'read', value: { text } })
const absent: Reading = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: '-', type: 'NetworkError', retryAfterSeconds: null, fault: 'source' }
const defect = defectOf(new Error('a defect of ours'))

/** Entries whose version is their text. */
function createEntries(): Entries<Page> {
  const map = new Map<string, CacheEntry<Page>>()
  return {
    get: (key) => map.get(key),
    set(key, value, readAt) {
      if ((map.get(key)?.readAt ?? 0) <= readAt)
        map.set(key, { value, version: value.text, readAt, listedOnly: value.text === 'listed' })
    },
    delete: (key) => void map.delete(key),
    all: () => map.values(),
  }
}

type Options = { ttlMs?: number; staleMs?: number; maxAbsent?: number; shared?: SharedEntries<Page> }

/** An instance of 10 s fresh and 100 s stale on a clock that stands still; the test answers its calls, or `reading` does. */
function setUp({ ttlMs = 10_000, staleMs = 100_000, maxAbsent = 10, shared }: Options = {}) {
  const world = {
    now: 1_700_000_000_000,
    reading: read('one') as Reading | 'by hand',
    asked: [] as string[],
    failures: [] as string[],
  }
  const calls: ((reading: Reading) => void)[] = []
  const guard = createGuard({
    now: () => world.now,
    random: () => 1,
    backsOff: ttlMs > 0,
    timeoutMs: 60_000,
    onOpen: () => {},
    onClose: () => {},
  })
  const entries = createEntries()
  const cache = createRevalidation<Page>({
    read: (key) =>
      guard.ask(key, () => {
        world.asked.push(key)
        if (world.reading !== 'by hand') return Promise.resolve(world.reading)
        return new Promise<Reading>((resolve) => calls.push(resolve))
      }),
    entries,
    guard,
    now: () => world.now,
    ttlMs,
    staleMs,
    maxAbsent,
    shared: shared ?? null,
    onFailure: (key, { type, message }) => world.failures.push(`${key}: ${type}: ${message}`),
  })
  /** Lets a refresh in the background come to its end. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the call that has waited longest. */
  async function answerNext(reading: Reading) {
    calls.shift()?.(reading)
    await settled()
  }
  function change(key: string): Promise<void> {
    cache.expire(key)
    return cache.refresh(key)
  }
  return { cache, world, guard, entries, settled, answerNext, change }
}

/** The same, which has read `a` as "one". */
async function setUpCached(options?: Options) {
  const one = setUp(options)
  await one.cache.get('a')
  return one
}

it('asks the source once while an entry is fresh', async () => {
  const { cache, world } = setUp()
  const one = { kind: 'cached', value: { text: 'one' }, version: 'one', readAt: world.now }
  expect(await cache.get('a')).toEqual({ ...one, freshness: 'miss' })
  world.now += 9999
  expect(await cache.get('a')).toEqual({ ...one, freshness: 'hit' })
  expect(world.asked).toEqual(['a'])
})

it('serves a stale entry at once and refreshes it behind the answer, once for all that come', async () => {
  const { cache, world, settled } = await setUpCached()
  world.now += 10_000
  world.reading = read('two')
  for (const answer of await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]))
    expect(answer).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(world.asked).toEqual(['a', 'a'])
})

it('keeps serving the stale entry while the source fails, and asks again after a second', async () => {
  const { cache, world, settled } = await setUpCached()
  world.now += 10_000
  world.reading = failed
  for (let request = 0; request < 3; request += 1) {
    expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
    await settled()
  }
  expect(world.asked).toEqual(['a', 'a'])
  expect(world.failures).toEqual(['a: NetworkError: -'])
  world.now += 1000
  await cache.get('a')
  expect(world.asked).toEqual(['a', 'a', 'a'])
})

it('serves an entry no longer than fresh and stale together', async () => {
  const { cache, world, settled } = await setUpCached()
  world.reading = failed
  world.now += 109_999
  expect(cache.peek('a')).toMatchObject({ kind: 'cached', freshness: 'stale' })
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'stale' })
  await settled()
  world.now += 1001
  expect(cache.peek('a')).toBeNull()
  // Failed twice, it backs off for two seconds.
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 2 })
  world.now += 2000
  world.reading = read('two')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'miss' })
})

it('without stale time fails as soon as an entry is no longer fresh', async () => {
  const { cache, world } = await setUpCached({ staleMs: 0 })
  world.reading = failed
  world.now += 10_000
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
})

it('asks once for all that wait for the same key, and apart for another', async () => {
  const { cache, world } = setUp()
  const answers = await Promise.all([cache.get('a'), cache.get('a'), cache.get('b'), cache.get('a')])
  expect(world.asked).toEqual(['a', 'b'])
  expect(answers.map(({ kind }) => kind)).toEqual(['cached', 'cached', 'cached', 'cached'])
})

it('forgets an entry as soon as the source says that it is gone', async () => {
  const { cache, world, settled } = await setUpCached()
  world.now += 10_000
  world.reading = absent
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'stale' })
  await settled()
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'hit' })
})

it('gives the entry that may be served without a call', async () => {
  const { cache, world } = setUp()
  expect(cache.peek('a')).toBeNull()
  await cache.get('a')
  expect(cache.peek('a')).toMatchObject({ value: { text: 'one' }, readAt: world.now })
  expect(world.asked).toEqual(['a'])
})

it('remembers what is absent as long as an entry is fresh, and then asks again', async () => {
  const { cache, world } = setUp()
  world.reading = absent
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'miss' })
  world.now += 9999
  expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'hit' })
  expect(world.asked).toEqual(['a'])
  world.now += 1
  world.reading = read('one')
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'miss' })
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'hit' })
})

it('remembers a bounded number of absent keys, and no entry goes for them', async () => {
  const { cache, world } = setUp({ maxAbsent: 3 })
  await cache.get('real')
  world.reading = absent
  for (let invented = 0; invented < 50; invented += 1) await cache.get(`invented-${invented}`)
  expect(await cache.get('real')).toMatchObject({ kind: 'cached', freshness: 'hit' })
  expect(await cache.get('invented-49')).toEqual({ kind: 'absent', freshness: 'hit' })
  expect(await cache.get('invented-0')).toEqual({ kind: 'absent', freshness: 'miss' })
})

it('asks by itself for what is known from a list alone, and serves that where it fails', async () => {
  const { cache, world } = setUp()
  world.reading = read('listed')
  await cache.get('a')
  world.reading = failed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'listed' }, freshness: 'hit' })
  expect(await cache.get('a')).toMatchObject({ value: { text: 'listed' }, freshness: 'hit' })
  expect(world.asked).toEqual(['a', 'a'])
  world.now += 1000
  world.reading = read('one')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'miss' })
})

it('backs off from a key that fails, longer each time, until it has been read', async () => {
  const { cache, world } = setUp({ staleMs: 0 })
  const waits: number[] = []
  world.reading = failed
  for (let time = 0; time < 3; time += 1) {
    const answer = await cache.get('a')
    expect(await cache.get('a')).toEqual(answer)
    const seconds = answer.kind === 'failed' ? answer.retryAfterSeconds : 0
    waits.push(seconds)
    world.now += seconds * 1000
  }
  expect([waits, world.asked]).toEqual([
    [1, 2, 4],
    ['a', 'a', 'a'],
  ])
  world.reading = read('one')
  expect(await cache.get('a')).toMatchObject({ kind: 'cached' })
  world.now += 10_000
  world.reading = failed
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
})

it('lets one request wait for what has failed before, and answers the others at once', async () => {
  const { cache, world, answerNext } = setUp({ staleMs: 0 })
  world.reading = 'by hand'
  const first = [cache.get('a'), cache.get('a')]
  await answerNext(failed)
  expect(await Promise.all(first)).toEqual(Array(2).fill({ kind: 'failed', retryAfterSeconds: 1 }))
  world.now += 1000
  const again = cache.get('a')
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  await answerNext(read('one'))
  expect(await again).toMatchObject({ kind: 'cached' })
})

it('asks nothing for as long as the source said, and serves what is there', async () => {
  const { cache, world } = setUp()
  await cache.get('held')
  world.now += 10_000
  world.reading = { ...failed, retryAfterSeconds: 30 }
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 30 })
  world.now += 10_500
  expect(await cache.get('b')).toEqual({ kind: 'failed', retryAfterSeconds: 20 })
  expect(await cache.get('held')).toMatchObject({ kind: 'cached', freshness: 'stale' })
  expect(world.asked).toEqual(['held', 'a'])
  world.now += 19_500
  world.reading = read('one')
  expect(await cache.get('b')).toMatchObject({ kind: 'cached', freshness: 'miss' })
})

it.each([failed, defect])('with a time to live of 0 asks always, and falls back to the entry: %o', async (outcome) => {
  const { cache, world } = setUp({ ttlMs: 0 })
  for (let time = 0; time < 2; time += 1)
    expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'miss' })
  world.reading = outcome
  world.now += 99_999
  for (let time = 0; time < 2; time += 1)
    expect(await cache.get('a')).toMatchObject({ kind: 'cached', value: { text: 'one' }, freshness: 'stale' })
  expect(world.asked).toEqual(['a', 'a', 'a', 'a'])
  world.now += 1
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  world.reading = absent
  for (let time = 0; time < 2; time += 1) expect(await cache.get('a')).toEqual({ kind: 'absent', freshness: 'miss' })
  world.reading = read('one')
  expect(await cache.get('a')).toMatchObject({ kind: 'cached' })
})

it('counts a defect as a failure: it reports it, backs off, and asks again', async () => {
  const { cache, world } = setUp()
  world.reading = defect
  for (let time = 0; time < 2; time += 1) expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 1 })
  expect(world.failures).toEqual(['a: Defect: Error: a defect of ours'])
  world.now += 1000
  world.reading = read('one')
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'miss' })
  expect(world.asked).toEqual(['a', 'a'])
})

it('serves the entry of before while a changed key is read, then the new one', async () => {
  const { cache, world, answerNext, change } = await setUpCached()
  world.reading = 'by hand'
  const refreshed = change('a')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await answerNext(read('two'))
  await refreshed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(world.asked).toEqual(['a', 'a'])
})

it('keeps the entry of before, as a stale one, where the source fails', async () => {
  const { cache, world, settled, change } = await setUpCached()
  world.reading = failed
  await change('a')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  world.now += 1000
  world.reading = read('two')
  await cache.get('a')
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('forgets an entry that is gone, and asks again for what was absent when something changed', async () => {
  const { cache, world, change } = setUp()
  await cache.get('gone')
  world.reading = absent
  await cache.get('come')
  await change('gone')
  expect(await cache.get('gone')).toEqual({ kind: 'absent', freshness: 'hit' })
  world.reading = read('two')
  cache.expire('come')
  expect(await cache.get('come')).toMatchObject({ value: { text: 'two' }, freshness: 'miss' })
})

it('asks once more after a call that was under way when the key changed, once for two changes', async () => {
  const { cache, world, answerNext, change } = setUp()
  world.reading = 'by hand'
  const early = cache.get('a')
  const refreshed = Promise.all([change('a'), change('a')])
  expect(world.asked).toHaveLength(1)
  await answerNext(read('before'))
  expect(await early).toMatchObject({ value: { text: 'before' } })
  await answerNext(read('after'))
  await refreshed
  expect(await cache.get('a')).toMatchObject({ value: { text: 'after' }, freshness: 'hit' })
  expect(world.asked).toHaveLength(2)
})

it('asks nothing more than the call that began after the change', async () => {
  const { cache, world, answerNext } = await setUpCached()
  world.reading = 'by hand'
  cache.expire('a')
  await cache.get('a')
  const refreshed = cache.refresh('a')
  await answerNext(read('two'))
  await refreshed
  expect(world.asked).toHaveLength(2)
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it.each([
  ['an entry', read('before'), { value: { text: 'before' }, freshness: 'stale' }],
  ['an absence', absent, { value: { text: 'after' }, freshness: 'miss' }],
])('takes %s for stale that was on its way when everything changed', async (_name, reading, expected) => {
  const { cache, world, answerNext } = setUp()
  world.reading = 'by hand'
  const early = cache.get('a')
  cache.expireAll()
  await answerNext(reading)
  await early
  const late = cache.get('a')
  await answerNext(read('after'))
  expect(await late).toMatchObject(expected)
  expect(await cache.get('a')).toMatchObject({ value: { text: 'after' }, freshness: 'hit' })
})

it('reads nothing anew while the source must not be asked, and refreshes the entry after that', async () => {
  const { cache, world, guard, settled, change } = await setUpCached()
  await guard.ask('b', () => Promise.resolve({ ...failed, retryAfterSeconds: 30 }))
  await change('a')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  expect(world.asked).toEqual(['a'])
  world.now += 30_000
  world.reading = read('two')
  await cache.get('a')
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('makes no stale entry younger', async () => {
  const { cache, world, change } = await setUpCached()
  world.now += 109_999
  world.reading = failed
  await change('a')
  expect(cache.peek('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  world.now += 1
  expect(cache.peek('a')).toBeNull()
})

const day = 24 * 3_600_000

it('refreshes an entry that was read before the clock was set back', async () => {
  const { cache, world, settled } = await setUpCached()
  world.now -= day
  world.reading = read('two')
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  expect(world.asked).toEqual(['a', 'a'])
})

it('serves such an entry no longer than any stale one, and asks again for what was absent', async () => {
  const { cache, world } = await setUpCached()
  world.reading = absent
  await cache.get('b')
  world.now -= day
  world.reading = failed
  expect(await cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'stale' })
  world.now += 100_000
  expect(await cache.get('a')).toMatchObject({ kind: 'failed' })
  world.now += 1000
  world.reading = read('one')
  expect(await cache.get('b')).toMatchObject({ kind: 'cached', freshness: 'miss' })
})

/** Instances that share their entries. */
function setUpShared(ttlMs = 10_000) {
  const stored = new Map<string, { entry: { value: Page | null; readAt: number }; milliseconds: number }>()
  const state = { isCurrent: true, lookups: 0 }
  const shared: SharedEntries<Page> = {
    read(key) {
      state.lookups += 1
      const found = stored.get(key)
      return Promise.resolve(found ? { entry: found.entry, isCurrent: state.isCurrent } : null)
    },
    prepareWrite: () => (key, entry, milliseconds) => void stored.set(key, { entry, milliseconds }),
  }
  return { stored, state, start: () => setUp({ ttlMs, shared }) }
}

it('serves what another instance has read, of its age, and asks the source once', async () => {
  const { state, start } = setUpShared()
  const [one, other] = [start(), start()]
  const first = await one.cache.get('a')
  other.world.now += 6000
  expect(await Promise.all(Array.from({ length: 20 }, () => other.cache.get('a')))).toEqual(
    Array(20).fill({ ...first, freshness: 'hit' }),
  )
  await other.cache.get('a')
  expect([one.world.asked.length, other.world.asked.length, state.lookups]).toEqual([1, 0, 2])
  other.world.now += 4000
  expect(await other.cache.get('a')).toMatchObject({ freshness: 'stale' })
})

it('refreshes from another instance before it asks the source', async () => {
  const { start } = setUpShared()
  const [one, other] = [start(), start()]
  for (const { cache } of [one, other]) await cache.get('a')
  for (const { world } of [one, other]) world.now += 10_000
  one.world.reading = read('two')
  await one.cache.get('a')
  await one.settled()
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await other.settled()
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(other.world.asked).toEqual([])
})

it('serves a shared entry while the source fails or must not be asked', async () => {
  const { start } = setUpShared()
  await start().cache.get('a')
  const next = start()
  next.world.reading = { ...failed, retryAfterSeconds: 30 }
  expect(await next.cache.get('b')).toMatchObject({ kind: 'failed' })
  expect(await next.cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'hit' })
  next.world.now += 40_000
  expect(await next.cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'stale' })
})

it('asks the source for an entry that is too old', async () => {
  const { start } = setUpShared()
  await start().cache.get('a')
  const next = start()
  next.world.now += 110_000
  expect(await next.cache.get('a')).toMatchObject({ kind: 'cached', freshness: 'miss' })
})

it('takes an entry of before a change for stale, whatever its age, and asks the source behind it', async () => {
  const { state, start } = setUpShared()
  await start().cache.get('a')
  state.isCurrent = false
  const other = start()
  other.world.reading = read('two')
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await other.settled()
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('refreshes after a change from an instance that has read since, and from no earlier one', async () => {
  const { state, start } = setUpShared()
  const [first, other] = [start(), start()]
  for (const { cache } of [first, other]) await cache.get('a')
  for (const { world } of [first, other]) world.reading = read('two')
  state.isCurrent = false
  await first.change('a')
  expect(first.world.asked).toEqual(['a', 'a'])
  state.isCurrent = true
  await other.change('a')
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(other.world.asked).toEqual([])
})

it.each([read('one'), absent])('shares nothing that was read while it changed: %o', async (reading) => {
  const { stored, start } = setUpShared()
  const { cache, world, answerNext } = start()
  world.reading = 'by hand'
  const answer = cache.get('a')
  await new Promise((resolve) => setImmediate(resolve))
  cache.expire('a')
  await answerNext(reading)
  await answer
  expect([world.asked, stored.size]).toEqual([['a'], 0])
})

it('shares an entry for as long as it may be served, and what is absent for as long as it is remembered', async () => {
  const { stored, state, start } = setUpShared()
  const one = start()
  await one.cache.get('a')
  one.world.reading = absent
  await one.cache.get('b')
  expect([...stored.values()].map(({ milliseconds }) => milliseconds)).toEqual([110_000, 10_000])
  expect(await start().cache.get('b')).toEqual({ kind: 'absent', freshness: 'hit' })
  state.isCurrent = false
  expect(await start().cache.get('b')).toMatchObject({ kind: 'cached', freshness: 'miss' })
})

it('keeps its stale entry where it finds an absence that is no longer remembered', async () => {
  const { stored, start } = setUpShared()
  const { cache, world, settled } = start()
  await cache.get('a')
  stored.set('a', { entry: { value: null, readAt: world.now }, milliseconds: 1 })
  world.now += 10_000
  world.reading = failed
  await cache.get('a')
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
})

it('takes nothing for read in the future, where another clock is ahead', async () => {
  const { start } = setUpShared()
  await start().cache.get('a')
  const other = start()
  other.world.now -= 5000
  await other.cache.get('a')
  other.world.now += 10_000
  expect(await other.cache.get('a')).toMatchObject({ freshness: 'stale' })
})

it('with a time to live of 0 asks the source always, and others only where it has nothing itself', async () => {
  const { state, start } = setUpShared(0)
  await start().cache.get('a')
  const other = start()
  other.world.reading = failed
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  other.world.reading = read('two')
  expect(await other.cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'miss' })
  expect([other.world.asked.length, state.lookups]).toEqual([2, 2])
})
