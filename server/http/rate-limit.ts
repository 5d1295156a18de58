import { isIPv6 } from 'node:net'
import type * as RateLimiterFlexible from 'rate-limiter-flexible'
import { lazyImport } from '../runtime/lazy-import.ts'
import { HttpError } from './http-error.ts'

/** It takes six megabytes of memory, so it is loaded with the first form. */
const limiters = lazyImport<typeof RateLimiterFlexible>('rate-limiter-flexible')

export type RateLimitOptions = {
  windowSeconds: number
  /** The maximum count of a key in a window. */
  limit: number
  /** Milliseconds since the process began. */
  uptime: () => number
}

export type TooMany = { kind: 'tooMany'; retryAfterSeconds: number }

/** Either the event was counted, and `reward` takes that back, or the limit was reached. */
export type Consumption = { kind: 'consumed'; reward: () => Promise<void> } | TooMany

/** Counts an event of a key, for example of a visitor's network. */
export type Consume = (key: string) => Promise<Consumption>

/** Limits events per key in a window of time. Each instance counts on its own. */
export function createRateLimit({ windowSeconds, limit, uptime }: RateLimitOptions): Consume {
  let counts: RateLimiterFlexible.RateLimiterMemory | null = null

  return async (key) => {
    const own = (counts ??= new (limiters().RateLimiterMemory)({ points: limit, duration: windowSeconds }))
    const { consumedPoints, msBeforeNext: given } = await own.penalty(key)
    // The library ends a window by a timer, but computes its end from the clock, which may have been set back.
    const msBeforeNext = Math.min(given, windowSeconds * 1000)
    const endsAt = uptime() + msBeforeNext
    const reward = async () => {
      // After the window, the reward would count for the next one.
      if (uptime() < endsAt) await rewardOwn(own, key)
    }
    if (consumedPoints <= limit) return { kind: 'consumed', reward }
    await reward()
    return { kind: 'tooMany', retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
  }
}

/** Deletes a key whose count is zero, so that a flood of refused forms takes no memory. */
async function rewardOwn(own: RateLimiterFlexible.RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints } = await own.reward(key)
  if (consumedPoints <= 0) await own.delete(key)
}

/** A 429 with the seconds until the next window in `Retry-After`. */
export function tooManyRequests(message: string, { retryAfterSeconds }: TooMany): HttpError {
  return new HttpError(429, 'TooManyRequestsError', message, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

/**
 * The key under which an IP address is counted. An IPv4 address is its own key, also if mapped to IPv6. An IPv6 address counts
 * as its network, since a subscriber has all 2^64 addresses of a /64, and often all networks of a /48.
 *
 * @see RFC 6177
 */
export function rateLimitKey(address: string, ipv6Bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const groups = ipv6Groups(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4In(groups)
  return groups.slice(0, ipv6Bits / 16).join(':')
}

/** The eight groups of an address, without leading zeros and without its zone (`%eth0`). */
function ipv6Groups(address: string): string[] {
  // The URL parser normalizes the address (RFC 5952).
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

function ipv4In(groups: readonly string[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
}
