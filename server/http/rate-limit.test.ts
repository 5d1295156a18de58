import { afterEach, expect, it, vi } from 'vitest'
import { type Consumption, createRateLimit, rateLimitKey } from './rate-limit.ts'

afterEach(() => void vi.useRealTimers())

const startLimit = (limit: number) => createRateLimit({ windowSeconds: 600, limit, uptime: Date.now })

/** The number of requests that a key has left. */
async function leftOf(consume: (key: string) => Promise<Consumption>, key: string): Promise<number> {
  for (let count = 0; ; count += 1) if ((await consume(key)).kind === 'tooMany') return count
}

const reward = async (consumption: Consumption) => {
  if (consumption.kind === 'consumed') await consumption.reward()
}

it('counts each key separately, and ignores rewarded and refused requests', async () => {
  const consume = startLimit(3)
  const first = await consume('ada')
  expect([await leftOf(consume, 'ada'), await leftOf(consume, 'ada'), await leftOf(consume, 'eve')]).toEqual([2, 0, 3])
  await reward(first)
  expect(await leftOf(consume, 'ada')).toBe(1)
})

it('returns the end of the window, and ignores a reward after it', async () => {
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

it('returns at most one window if the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const consume = createRateLimit({ windowSeconds: 600, limit: 1, uptime: () => 0 })
  await consume('ada')
  vi.setSystemTime(Date.now() - 5 * 3_600_000)
  expect(await consume('ada')).toEqual({ kind: 'tooMany', retryAfterSeconds: 600 })
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
])('counts %s as %s or %s', (given, ofSite, ofNetwork) => {
  expect([rateLimitKey(given, 48), rateLimitKey(given, 64)]).toEqual([ofSite, ofNetwork])
})
