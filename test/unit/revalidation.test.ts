import { expect, it } from 'vitest'
import { absent, defect, failed, read, setUp, setUpCached } from './support/revalidation.ts'

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

it('asks again for what was absent where the clock has been set back', async () => {
  const { cache, world } = setUp()
  world.reading = absent
  await cache.get('b')
  world.now -= 24 * 3_600_000
  world.reading = read('one')
  expect(await cache.get('b')).toMatchObject({ kind: 'cached', freshness: 'miss' })
})
