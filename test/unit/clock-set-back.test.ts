import { expect, it } from 'vitest'
import { createCapacity } from '../../server/outbox/capacity.ts'
import { type Delivery, later } from '../../server/outbox/delivery.ts'
import type { Failure } from '../../server/posts/reading.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'
import { delivered, openOutbox } from '../support/outbox-at-hand.ts'
import { makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

const day = 24 * 3_600_000
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache of 10 s fresh and 100 s stale, on a clock that is a day ahead until the test sets it right. */
function setUp() {
  const world = { now: 1_000_000 + day, reading: (): { kind: 'read'; value: object | null } | Failure => failed }
  const guard = guardBy(() => world.now)
  const cache = createStaleCache<object>((key) => guard.ask(key, () => Promise.resolve(world.reading())), {
    now: () => world.now,
    ttlMs: 10_000,
    staleMs: 100_000,
    maxEntries: 10,
    guard,
    onFailure: () => {},
  })
  return { world, cache }
}

it('refreshes a copy that is younger than nothing, and goes on from there', async () => {
  const { world, cache } = setUp()
  world.reading = () => ({ kind: 'read', value: { text: 'one' } })
  await cache.get('a')
  world.now -= day
  world.reading = () => ({ kind: 'read', value: { text: 'two' } })
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'stale' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(await cache.get('a')).toMatchObject({ value: { text: 'two' }, freshness: 'hit' })
  expect(cache.readAt('a')).toBe(world.now)
})

it('serves such a copy no longer than any stale one where the source fails', async () => {
  const { world, cache } = setUp()
  world.reading = () => ({ kind: 'read', value: { text: 'one' } })
  await cache.get('a')
  world.now -= day
  world.reading = () => failed
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'stale' })
  world.now += 100_000
  expect(await cache.get('a')).toMatchObject({ kind: 'failed' })
})

it('asks again for what was absent', async () => {
  const { world, cache } = setUp()
  world.reading = () => ({ kind: 'read', value: null })
  await cache.get('a')
  world.now -= day
  world.reading = () => ({ kind: 'read', value: {} })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
})

it('delivers to a destination again', async () => {
  await using folder = await makeFolder()
  const outcome: { now: Delivery } = { now: later('down', 'destination') }
  await using outbox = openOutbox(folder.path, { subscription: () => Promise.resolve(outcome.now) })
  outbox.clock.now += day
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  outbox.clock.now -= day
  outcome.now = delivered
  await outbox.pass()
  expect((await outbox.state()).waiting).toBe(0)
})

it('measures a folder again', async () => {
  const sizes = [100, 50]
  const clock = { now: day }
  const { reserve } = createCapacity(
    100,
    () => Promise.resolve(sizes.shift() ?? 0),
    () => clock.now,
  )
  expect(await reserve(1)).toBe(false)
  clock.now -= day
  expect(await reserve(1)).toBe(true)
})
