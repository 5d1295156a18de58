import { expect, it } from 'vitest'
import type { Options } from 'express-rate-limit'
import type { Reply, Step } from '../../server/redis/connection.ts'
import { createSharedCounts } from '../../server/redis/shared-counts.ts'

/** Counts as Redis counts, and the steps that it was sent. */
function setUp() {
  const redis = { reachable: true, counts: new Map<string, number>(), steps: [] as Step[] }
  function transaction(steps: readonly Step[]): Promise<Reply<unknown[]>> {
    if (!redis.reachable) return Promise.resolve({ kind: 'silent' })
    redis.steps.push(...steps)
    const value = steps.map(([command, key = '', word = '']) => {
      if (command === 'PTTL') return 5000
      if (command === 'DEL') return Number(redis.counts.delete(key))
      if (command === 'SET') return redis.counts.has(key) ? null : (redis.counts.set(key, Number(word)), 'OK')
      redis.counts.set(key, (redis.counts.get(key) ?? 0) + (command === 'INCR' ? 1 : -1))
      return redis.counts.get(key)
    })
    return Promise.resolve({ kind: 'answered', value })
  }
  const start = (hashKey = Buffer.alloc(32, 1)) => {
    const counts = createSharedCounts({ transaction, prefix: 'rate:', hashKey, now: () => 1_000_000 })
    void counts.init?.({ windowMs: 60_000 } as Options)
    return counts
  }
  return { redis, start }
}

const hits = async (counts: ReturnType<typeof createSharedCounts>) => (await counts.increment('203.0.113.7')).totalHits

it('counts on all instances together, by a name that tells no address', async () => {
  const { redis, start } = setUp()
  const [one, other] = [start(), start()]
  expect([await hits(one), await hits(other), await hits(one)]).toEqual([1, 2, 3])
  expect(await other.increment('203.0.113.7')).toEqual({ totalHits: 4, resetTime: new Date(1_005_000) })
  expect([...redis.counts.keys()]).toEqual([expect.stringMatching(/^rate:[\w-]{43}$/)])
  expect(await hits(start(Buffer.alloc(32, 2)))).toBe(1)
})

it('takes back what does not count, and makes no count that has no end', async () => {
  const { redis, start } = setUp()
  const [one, other] = [start(), start()]
  await hits(one)
  await hits(other)
  await other.decrement('203.0.113.7')
  expect(await hits(one)).toBe(2)
  redis.counts.clear()
  redis.steps.length = 0
  await one.decrement('203.0.113.7')
  expect([...redis.counts.values()]).toEqual([0])
  expect(redis.steps[0]).toEqual(['SET', expect.any(String), '1', 'PX', '60000', 'NX'])
  await one.resetKey('203.0.113.7')
  expect([redis.counts.size, await hits(one)]).toEqual([0, 1])
})

it('goes on with its own count while Redis is away, and with the higher one after it', async () => {
  const { redis, start } = setUp()
  const [one, other] = [start(), start()]
  expect([await hits(one), await hits(one), await hits(other)]).toEqual([1, 2, 3])
  redis.reachable = false
  expect([await hits(one), await hits(other)]).toEqual([3, 2])
  redis.reachable = true
  redis.counts.clear()
  expect([await hits(one), await hits(other), await hits(other)]).toEqual([4, 3, 4])
})
