import { expect, it } from 'vitest'
import { absent, failed, read, setUp, setUpCached } from './support/revalidation.ts'

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

it('keeps an entry that was read after the change from a call of before that found none', async () => {
  const { cache, world, entries, answerNext } = setUp()
  world.reading = 'by hand'
  const early = cache.get('a')
  cache.expire('a')
  // The list's refresh brings it.
  entries.set('a', { text: 'listed' }, world.now, 'source')
  await answerNext(absent)
  expect(await early).toMatchObject({ kind: 'cached', value: { text: 'listed' } })
  expect(entries.get('a')).toBeDefined()
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
  await guard.call('b', () => Promise.resolve({ ...failed, retryAfterSeconds: 30 }))
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
