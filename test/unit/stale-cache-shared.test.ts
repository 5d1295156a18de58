import { expect, it } from 'vitest'
import type { Failure } from '../../server/posts/reading.ts'
import type { SharedCopy } from '../../server/posts/shared-copies.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'

type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

const read = (text: string): Reading => ({ kind: 'read', value: { text } })
const absent: Reading = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** Caches of 10 s fresh and 100 s stale that share their copies, in front of one source, on a clock that stands still. */
function setUp({ ttlMs = 10_000 } = {}) {
  const world = { reading: read('one'), asked: 0, lookups: 0, now: 1_000_000, current: true, during: () => {} }
  const stored = new Map<string, { copy: SharedCopy<Page>; milliseconds: number }>()
  const start = () => {
    const guard = guardBy(() => world.now, ttlMs > 0)
    return createStaleCache<Page>(
      (key) =>
        guard.ask(key, async () => {
          world.asked += 1
          await Promise.resolve()
          world.during()
          return world.reading
        }),
      {
        now: () => world.now,
        ttlMs,
        staleMs: 100_000,
        maxEntries: 10,
        guard,
        onFailure: () => {},
        shared: {
          isLive: true,
          read(key) {
            world.lookups += 1
            const found = stored.get(key)
            return Promise.resolve(found ? { copy: found.copy, current: world.current } : null)
          },
          begin: () => (key, copy, milliseconds) => void stored.set(key, { copy: { ...copy }, milliseconds }),
        },
      },
    )
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { world, stored, start, settled }
}

it('shows what another instance has read, with its version and its age, and asks nobody while it is fresh', async () => {
  const { world, start } = setUp()
  const [one, other] = [start(), start()]
  const first = await one.get('a')
  world.now += 6000
  expect(await other.get('a')).toEqual({ ...first, freshness: 'hit' })
  expect(await other.get('a')).toMatchObject({ freshness: 'hit' })
  expect([world.asked, world.lookups]).toEqual([1, 2])
  world.now += 4000
  world.reading = read('two')
  expect(await other.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
})

it('looks a key up once for a crowd, and asks the source once', async () => {
  const { world, start } = setUp()
  const cache = start()
  await Promise.all(Array.from({ length: 20 }, () => cache.get('a')))
  expect([world.asked, world.lookups]).toEqual([1, 1])
})

it('never looks up what it holds fresh', async () => {
  const { world, start } = setUp()
  const cache = start()
  await cache.get('a')
  await cache.get('a')
  expect(world.lookups).toBe(1)
})

it('refreshes from another instance before it asks the source', async () => {
  const { world, start, settled } = setUp()
  const [one, other] = [start(), start()]
  await one.get('a')
  await other.get('a')
  world.now += 10_000
  world.reading = read('two')
  await one.get('a')
  await settled()
  expect(await other.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  expect(await other.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(world.asked).toBe(2)
})

it('shows a stale copy of an earlier process while the source fails, and refreshes it when it can', async () => {
  const { world, start, settled } = setUp()
  await start().get('a')
  world.now += 50_000
  world.reading = failed
  const next = start()
  expect(await next.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  world.now += 1000
  world.reading = read('two')
  await next.get('a')
  await settled()
  expect(await next.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('shows what it finds even where the source wants to be left alone', async () => {
  const { world, start } = setUp()
  await start().get('a')
  const next = start()
  world.reading = { ...failed, pauseSeconds: 30 }
  expect(await next.get('b')).toMatchObject({ kind: 'failed' })
  expect(await next.get('a')).toMatchObject({ kind: 'held', freshness: 'hit' })
})

it.each([
  ['too old', 110_000, true],
  ['gone', 0, true],
])('asks the source for a copy that is %s', async (what, age) => {
  const { world, stored, start } = setUp()
  await start().get('a')
  world.now += age
  if (what === 'gone') stored.clear()
  expect(await start().get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  expect(world.asked).toBe(2)
})

it('shows a copy of before a change as a stale one, whatever its age, and asks the source behind it', async () => {
  const { world, start, settled } = setUp()
  await start().get('a')
  world.current = false
  world.reading = read('two')
  const other = start()
  expect(await other.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await settled()
  expect(await other.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
})

it('takes a change’s refresh from another instance that has read since, and from no earlier one', async () => {
  const { world, start } = setUp()
  const [told, other] = [start(), start()]
  await told.get('a')
  await other.get('a')
  world.reading = read('two')
  world.current = false
  told.expire('a')
  expect(await told.refresh('a')).toBe(true)
  expect(world.asked).toBe(2)
  world.current = true
  other.expire('a')
  expect(await other.refresh('a')).toBe(true)
  expect(await other.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(world.asked).toBe(2)
})

it('shares nothing that was read while the change of it was told', async () => {
  const { world, stored, start } = setUp()
  const cache = start()
  for (const [key, reading] of [
    ['a', read('one')],
    ['b', absent],
  ] as const) {
    world.reading = reading
    world.during = () => cache.expire(key)
    await cache.get(key)
    expect(stored.size).toBe(0)
  }
})

it('shares what is absent for as long as it is remembered, and shows it as absent', async () => {
  const { world, stored, start } = setUp()
  world.reading = absent
  await start().get('a')
  expect([...stored.values()].map(({ milliseconds }) => milliseconds)).toEqual([10_000])
  const other = start()
  expect(await other.get('a')).toEqual({ kind: 'absent', freshness: 'hit' })
  world.current = false
  world.reading = read('there now')
  expect(await start().get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
})

it('keeps its stale copy where it finds an absence that is no longer remembered', async () => {
  const { world, stored, start, settled } = setUp()
  const cache = start()
  await cache.get('a')
  stored.set('a', { copy: { value: null, version: '', readAt: world.now }, milliseconds: 1 })
  world.now += 10_000
  world.reading = failed
  await cache.get('a')
  await settled()
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
})

it('keeps a copy in Redis for as long as it may be served', async () => {
  const { stored, start } = setUp()
  await start().get('a')
  expect([...stored.values()].map(({ milliseconds }) => milliseconds)).toEqual([110_000])
})

it('takes nothing for read in the future, where another clock is ahead', async () => {
  const { world, start } = setUp()
  await start().get('a')
  world.now -= 5000
  const other = start()
  await other.get('a')
  world.now += 10_000
  expect(await other.get('a')).toMatchObject({ freshness: 'stale' })
})

it('with a time to live of 0 asks the source always, and others only where it has nothing itself', async () => {
  const { world, start } = setUp({ ttlMs: 0 })
  await start().get('a')
  const other = start()
  world.reading = failed
  expect(await other.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  world.reading = read('two')
  expect(await other.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'miss' })
  expect([world.asked, world.lookups]).toEqual([3, 2])
})
