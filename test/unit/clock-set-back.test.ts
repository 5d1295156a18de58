import { expect, it } from 'vitest'
import { type Delivery, later } from '../../server/outbox/delivery.ts'
import { createCircuitBreaker, remarksOn } from '../../server/posts/circuit-breaker.ts'
import type { Failure } from '../../server/posts/reading.ts'
import { createSourcePause } from '../../server/posts/source-pause.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { delivered, openOutbox } from '../support/outbox-at-hand.ts'
import { makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

const day = 24 * 3_600_000
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache of 10 s fresh and 100 s stale, on a clock that is a day ahead until the test sets it right. */
function setUp() {
  const world = { now: 1_000_000 + day, reading: (): { kind: 'read'; value: object | null } | Failure => failed }
  const pause = createSourcePause(() => world.now)
  const cache = createStaleCache<object>(() => Promise.resolve(world.reading()), {
    now: () => world.now,
    ttlMs: 10_000,
    staleMs: 100_000,
    maxEntries: 10,
    pause,
    pauseAfter: () => 30_000,
    onFailure: () => {},
  })
  return { world, pause, cache }
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

it('asks again for what has failed, and leaves no source alone', async () => {
  const { world, cache, pause } = setUp()
  expect(await cache.get('a')).toEqual({ kind: 'failed', retryAfterSeconds: 30 })
  pause.extend(600)
  world.now -= day
  world.reading = () => ({ kind: 'read', value: {} })
  expect(await cache.get('a')).toMatchObject({ kind: 'held', freshness: 'miss' })
  // A pause that begins now counts again.
  pause.extend(30)
  expect(pause.until()).toBe(world.now + 30_000)
})

it.each([
  { pauseSeconds: null, what: 'is failing' },
  { pauseSeconds: 600, what: 'asked to be left alone' },
])('calls a source again that $what', async ({ pauseSeconds }) => {
  const clock = { now: 1_000_000 + day }
  const breaker = createCircuitBreaker({
    now: () => clock.now,
    opens: true,
    random: () => 1,
    onOpen: () => {},
    onClose: () => {},
  })
  for (const name of ['fr', 'en']) await breaker.through(name, () => Promise.resolve({ ...failed, pauseSeconds }))
  expect(breaker.allows()).toBe(false)
  clock.now -= day
  expect(breaker.allows()).toBe(true)
  expect(breaker.until()).toBeLessThanOrEqual(clock.now)
  expect(remarksOn(breaker.state()).join()).not.toContain('until')
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
