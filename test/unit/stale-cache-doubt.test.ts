import { expect, it } from 'vitest'
import type { Failure } from '../../server/posts/reading.ts'
import { createStaleCache } from '../../server/posts/stale-cache.ts'
import { guardBy } from '../support/guard.ts'

type Reading = { kind: 'read'; value: { text: string } | null } | Failure

const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A cache of 10 s fresh and 100 s stale that holds a copy, and a source that answers when the test says so. */
async function setUp() {
  const world = { now: 1_000_000, doubtful: false, asked: 0, answer: (_reading: Reading) => {} }
  const guard = guardBy(() => world.now)
  const cache = createStaleCache<{ text: string }>(
    (key) =>
      guard.ask(key, () => {
        world.asked += 1
        return new Promise<Reading>((resolve) => (world.answer = resolve))
      }),
    {
      now: () => world.now,
      ttlMs: 10_000,
      staleMs: 100_000,
      maxEntries: 10,
      guard,
      onFailure: () => {},
      isDoubtful: () => world.doubtful,
    },
  )
  const first = cache.get('a')
  world.answer({ kind: 'read', value: { text: 'one' } })
  await first
  return { cache, world }
}

it('asks the source before it serves a stale copy that is doubtful', async () => {
  const { cache, world } = await setUp()
  world.now += 10_000
  world.doubtful = true
  const answer = cache.get('a')
  world.answer({ kind: 'read', value: null })
  expect(await answer).toMatchObject({ kind: 'absent' })
})

it('asks nobody about a fresh copy, doubtful or not', async () => {
  const { cache, world } = await setUp()
  world.doubtful = true
  expect(await cache.get('a')).toMatchObject({ value: { text: 'one' }, freshness: 'hit' })
  expect(world.asked).toBe(1)
})

it('serves a doubtful copy where the source fails, while it is left alone, and while it is tried again', async () => {
  const { cache, world } = await setUp()
  const stale = { value: { text: 'one' }, freshness: 'stale' }
  world.now += 10_000
  world.doubtful = true
  const answer = cache.get('a')
  world.answer(failed)
  expect(await answer).toMatchObject(stale)
  expect(await cache.get('a')).toMatchObject(stale)
  expect(world.asked).toBe(2)
  world.now += 1000
  const trying = cache.get('a')
  expect(await cache.get('a')).toMatchObject(stale)
  world.answer(failed)
  expect(await trying).toMatchObject(stale)
  expect(world.asked).toBe(3)
})
