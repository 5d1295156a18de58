import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeVersions, versionOf } from './version.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { defect, failed, listOf, setUp, setUpCached } from '../../../test/support/cached-list.ts'

it('reads the source once while the list is fresh', async () => {
  const { list, world } = setUp()
  const copy = { kind: 'cached', value: [storedPostOf('a')], version: expect.any(String), readAt: world.now }
  expect(await list.get()).toEqual({ ...copy, freshness: 'miss' })
  world.now += 9999
  expect(await list.get()).toEqual({ ...copy, freshness: 'hit' })
  expect(world.calls).toBe(1)
})

it('keeps the same array as long as no post changes, and its version as long as the content is the same', async () => {
  const { list, world, get } = await setUpCached({ ttlMs: 0 })
  const before = list.peek()
  world.reading = listOf('a')
  await get()
  expect(list.peek()?.value).toBe(before?.value)
  world.reading = listOf('a', 'b')
  await get()
  expect(list.peek()).toMatchObject({ value: { length: 2 }, version: expect.not.stringMatching(before?.version ?? '') })
})

it('serves a stale list at once and reads it again in the background, once for all requests', async () => {
  const { world, get, settled } = await setUpCached()
  world.now += 10_000
  world.reading = listOf('b')
  expect(await Promise.all([get(), get(), get()])).toEqual(Array(3).fill('a stale'))
  await settled()
  expect(await get()).toBe('b hit')
  expect(world.calls).toBe(2)
})

it('keeps serving the stale list while the source fails, and asks again after a second', async () => {
  const { world, get, settled } = await setUpCached()
  world.now += 10_000
  world.reading = failed
  for (let request = 0; request < 3; request += 1) {
    expect(await get()).toBe('a stale')
    await settled()
  }
  expect(world.calls).toBe(2)
  world.now += 1000
  world.reading = listOf('b')
  await get()
  await settled()
  expect(world.events).toEqual(['fr: a 0', 'fr: NetworkError: -', 'fr: read again', 'fr: b 0'])
})

it('serves a list no longer than fresh and stale together', async () => {
  const { world, get, peek, settled } = await setUpCached()
  world.reading = failed
  world.now += 109_999
  expect([peek(), await get()]).toEqual(['a stale', 'a stale'])
  await settled()
  world.now += 1001
  expect(peek()).toBe('nothing')
  // Failed twice, it pauses for two seconds.
  expect(await get()).toBe('failed, 2 s')
  world.now += 2000
  world.reading = listOf('b')
  expect(await get()).toBe('b miss')
})

it('without stale time fails as soon as the list is no longer fresh', async () => {
  const { world, get } = await setUpCached({ staleMs: 0 })
  world.reading = failed
  world.now += 10_000
  expect(await get()).toBe('failed, 1 s')
})

it('pauses longer after each failure, up to ten seconds, and remembers the reason until the list is read', async () => {
  const { list, world, get } = setUp()
  const pauses: number[] = []
  world.reading = failed
  for (let time = 0; time < 6; time += 1) {
    await get()
    expect(list.lastFailure()).toEqual(failed)
    pauses.push(list.retryAt() - world.now)
    world.now = list.retryAt()
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  world.reading = listOf('a')
  expect([await get(), list.lastFailure()]).toEqual(['a miss', null])
})

it('counts the duration of the call towards the pause, of which at least a second is left', async () => {
  const { list, world, get, answerNext } = setUp()
  world.reading = 'by hand'
  const pauses: number[] = []
  for (const tookMs of [0, 500, 2000, 5000, 5000, 60_000]) {
    world.now = Math.max(world.now, list.retryAt())
    const answer = get()
    world.now += tookMs
    await answerNext(failed)
    await answer
    pauses.push(list.retryAt() - world.now)
  }
  expect(pauses).toEqual([1000, 1500, 2000, 3000, 5000, 1000])
})

it('lets one request wait for the list after a failure, and answers further requests at once', async () => {
  const { world, get, answerNext } = setUp({ staleMs: 0 })
  world.reading = 'by hand'
  const first = [get(), get()]
  await answerNext(failed)
  expect(await Promise.all(first)).toEqual(Array(2).fill('failed, 1 s'))
  world.now += 1000
  const again = get()
  expect(await get()).toBe('failed, 1 s')
  await answerNext(listOf('a'))
  expect(await again).toBe('a miss')
})

it('makes no call for as long as the source asked, and serves the copy', async () => {
  const { world, get, pauses, settled } = await setUpCached()
  world.now += 10_000
  pauses.record({ ...failed, retryAfterSeconds: 30 }, 'content')
  world.now += 10_500
  expect([await get(), world.calls]).toEqual(['a stale', 1])
  world.now += 90_000
  pauses.record({ ...failed, retryAfterSeconds: 30 }, 'content')
  world.now += 10_500
  expect([await get(), world.calls]).toEqual(['failed, 20 s', 1])
  world.now += 19_500
  expect(await get()).toBe('a miss')
  await settled()
  world.now += 10_000
  world.reading = { ...failed, retryAfterSeconds: 7 }
  expect(await get()).toBe('a stale')
  await settled()
  expect(pauses.rateLimitedUntil() - world.now).toBe(7000)
})

it.each([failed, defect])('with a TTL of 0 always reads, and falls back to the copy: %o', async (outcome) => {
  const { world, get } = setUp({ ttlMs: 0 })
  for (let time = 0; time < 2; time += 1) expect(await get()).toBe('a miss')
  world.reading = outcome
  world.now += 99_999
  for (let time = 0; time < 2; time += 1) expect(await get()).toBe('a stale')
  expect(world.calls).toBe(4)
  world.now += 1
  expect(await get()).toBe('failed, 1 s')
  world.reading = listOf('b')
  expect(await get()).toBe('b miss')
})

it('counts a defect as a failure: it reports it, pauses, and reads again', async () => {
  const { world, get } = setUp()
  world.reading = defect
  for (let time = 0; time < 2; time += 1) expect(await get()).toBe('failed, 1 s')
  expect(world.events).toEqual(['fr: Defect: Error: a defect of ours'])
  world.now += 1000
  world.reading = listOf('a')
  expect(await get()).toBe('a miss')
  expect(world.calls).toBe(2)
})

it.each([24, -24])('ages as before, and pauses as long, if the clock is set back by %d hours', async (hours) => {
  const { world, get, settled } = await setUpCached()
  world.setBackMs = hours * 3_600_000
  expect(await get()).toBe('a hit')
  world.reading = failed
  world.now += 10_000
  for (let request = 0; request < 2; request += 1) {
    expect([await get(), world.calls]).toEqual(['a stale', 2])
    await settled()
  }
  world.setBackMs = 0
  world.reading = listOf('b')
  world.now += 1000
  await get()
  await settled()
  expect(await get()).toBe('b hit')
})

it.each([
  [99_999, 'stored stale'],
  [100_000, 'failed, 1 s'],
  [-3_600_000, 'stored stale'],
])('takes the list of an earlier process that was read %d ms ago: %s', async (agoMs, expected) => {
  const { list, world, get } = setUp({ staleMs: 90_000 })
  world.reading = failed
  list.restore([storedPostOf('stored')], world.now - agoMs)
  expect(await get()).toBe(expected)
})

it('takes the list of an earlier process as a stale one, unless it has read its own', async () => {
  const { list, world, get, settled } = setUp()
  list.restore([storedPostOf('stored')], world.now)
  expect(await get()).toBe('stored stale')
  await settled()
  list.restore([storedPostOf('stored')], world.now)
  expect(await get()).toBe('a hit')
})

it('serves the list of an earlier process no longer than one of its own', () => {
  const { list, world, peek } = setUp()
  list.restore([storedPostOf('stored')], world.now - 109_999)
  expect(peek()).toBe('stored stale')
  world.now += 1
  expect(peek()).toBe('nothing')
})

it('serves the old list while a changed list is read, then the new list', async () => {
  const { list, world, get, answerNext } = await setUpCached()
  world.reading = 'by hand'
  const refreshed = list.refresh()
  expect(await get()).toBe('a stale')
  await answerNext(listOf('b'))
  await refreshed
  expect([await get(), world.calls]).toEqual(['b hit', 2])
})

it('keeps the old list, as stale, if the source fails after a change', async () => {
  const { list, world, get, settled } = await setUpCached()
  world.reading = failed
  await list.refresh()
  expect(await get()).toBe('a stale')
  world.now += 1000
  world.reading = listOf('b')
  await get()
  await settled()
  expect(await get()).toBe('b hit')
})

it('reads at once after a change, even during a pause, and begins with short pauses again', async () => {
  const { list, world, get } = setUp()
  world.reading = failed
  for (let time = 0; time < 4; time += 1) {
    await get()
    world.now = list.retryAt()
  }
  await list.refresh()
  expect([list.retryAt() - world.now, world.calls]).toEqual([1000, 5])
  world.reading = listOf('a')
  await list.refresh()
  expect(await get()).toBe('a hit')
})

it('reads nothing after a change while the source must not be called, and refreshes the list after that', async () => {
  const { list, world, pauses, get, settled } = await setUpCached()
  pauses.record({ ...failed, retryAfterSeconds: 30 }, 'content')
  await list.refresh()
  expect([await get(), world.calls]).toEqual(['a stale', 1])
  world.now += 30_000
  world.reading = listOf('b')
  await get()
  await settled()
  expect(await get()).toBe('b hit')
})

it('reads once more after a call that was under way during the change, once for two changes', async () => {
  const { list, world, get, answerNext } = setUp()
  world.reading = 'by hand'
  const early = get()
  const refreshed = Promise.all([list.refresh(), list.refresh()])
  expect(world.calls).toBe(1)
  await answerNext(listOf('before'))
  expect(await early).toBe('before miss')
  expect(await get()).toBe('before stale')
  await answerNext(listOf('after'))
  await refreshed
  expect([await get(), world.calls]).toEqual(['after hit', 2])
})

it('does not make a stale list younger after a change', async () => {
  const { list, world, peek } = await setUpCached()
  world.now += 109_999
  world.reading = failed
  await list.refresh()
  expect(peek()).toBe('a stale')
  world.now += 1
  expect(peek()).toBe('nothing')
})

it('gives equal content an equal version, made of its JSON, and lets requests be answered during a long list', async () => {
  const long = Array.from({ length: 50 }, (_, index) => storedPostOf(`post-${index}`, { html: 'é'.repeat(20_000) }))
  const order: string[] = []
  const made = makeVersions(long).then(() => order.push('made'))
  setImmediate(() => order.push('another'))
  await made
  expect(order).toEqual(['another', 'made'])
  const [first = storedPostOf('a')] = long
  const version = createHash('sha256').update(JSON.stringify(first)).digest('base64url').slice(0, 16)
  expect([versionOf(first), versionOf({ ...first })]).toEqual([version, version])
})
