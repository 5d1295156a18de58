import { afterEach, expect, it, vi } from 'vitest'
import { type Consumption, createRateLimit, rateLimitKey, type RateStore } from '../../server/http/rate-limit.ts'

afterEach(() => void vi.useRealTimers())

const address = '203.0.113.7'

/** Counts as Redis counts, for a window that ends 5 seconds from any command. */
function fakeStore() {
  const redis = { reachable: true, counts: new Map<string, number>() }
  const store = (hash: RateStore['hash'] = (key) => `hash of ${key.length}`): RateStore => ({
    prefix: 'site:',
    hash,
    client: {
      eval: (_script, { keys: [key = ''], arguments: [points] }) => {
        if (!redis.reachable) return Promise.reject(new Error('Redis does not answer'))
        redis.counts.set(key, (redis.counts.get(key) ?? 0) + Number(points))
        return Promise.resolve([redis.counts.get(key), 5000])
      },
    },
  })
  return { redis, store }
}

function startLimit(limit: number, store: RateStore | null = null) {
  return createRateLimit({ name: 'forms', windowSeconds: 600, limit, store, now: Date.now })
}

/** The number of requests that a key has left. */
async function leftOf(consume: (key: string) => Promise<Consumption>, key = address): Promise<number> {
  for (let count = 0; ; count += 1) if ((await consume(key)).kind === 'tooMany') return count
}

const reward = async (consumption: Consumption) => {
  if (consumption.kind === 'consumed') await consumption.reward()
}

it('counts what is not rewarded and not refused, each key for itself', async () => {
  const consume = startLimit(3)
  const first = await consume('ada')
  expect([await leftOf(consume, 'ada'), await leftOf(consume, 'ada'), await leftOf(consume, 'eve')]).toEqual([2, 0, 3])
  await reward(first)
  expect(await leftOf(consume, 'ada')).toBe(1)
})

it('says when the window ends, and takes nothing from the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const consume = startLimit(2)
  const [early, late] = [await consume('ada'), await consume('ada')]
  expect(await consume('ada')).toEqual({ kind: 'tooMany', retryAfterSeconds: 600 })
  vi.advanceTimersByTime(598_500)
  expect(await consume('ada')).toEqual({ kind: 'tooMany', retryAfterSeconds: 2 })
  await reward(early)
  expect(await leftOf(consume, 'ada')).toBe(1)
  vi.advanceTimersByTime(1500)
  await reward(late)
  expect(await leftOf(consume, 'ada')).toBe(2)
})

it('counts on all instances together, under a name that hides the address', async () => {
  const { redis, store } = fakeStore()
  const [one, other] = [startLimit(3, store()), startLimit(3, store())]
  const first = await one(address)
  await other(address)
  expect([...redis.counts]).toEqual([['site:rate:forms:hash of 11', 2]])
  expect([await leftOf(one), await leftOf(other)]).toEqual([1, 0])
  expect(await other(address)).toEqual({ kind: 'tooMany', retryAfterSeconds: 5 })
  await reward(first)
  expect(await leftOf(other)).toBe(1)
  const elsewhere = store(() => 'another secret')
  expect(await leftOf(startLimit(3, elsewhere))).toBe(3)
})

it('goes on with its own count while Redis is away, and with the higher one after it', async () => {
  const { redis, store } = fakeStore()
  const [one, other] = [startLimit(4, store()), startLimit(4, store())]
  for (const consume of [one, one, other]) await consume(address)
  redis.reachable = false
  expect([await leftOf(one), await leftOf(other)]).toEqual([2, 3])
  redis.reachable = true
  redis.counts.clear()
  expect([await leftOf(one), await leftOf(other)]).toEqual([0, 0])
})

it.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1', '2001:db8:1:2'],
  ['2001:0DB8:0001::', '2001:db8:1', '2001:db8:1:0'],
  ['2001::1:2:3:4:5:6', '2001:0:1', '2001:0:1:2'],
  ['fe80::1%eth0', 'fe80:0:0', 'fe80:0:0:0'],
  ['::1', '0:0:0', '0:0:0:0'],
  ['', '', ''],
])('takes %s for %s or %s', (given, ofSite, ofNetwork) => {
  expect([rateLimitKey(given, 48), rateLimitKey(given, 64)]).toEqual([ofSite, ofNetwork])
})
