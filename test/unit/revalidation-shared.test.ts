import { expect, it } from 'vitest'
import type { SharedEntries } from '../../server/posts/cache/shared-entries.ts'
import { type Page, absent, failed, read, setUp } from './support/revalidation.ts'

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
