import { isIPv6 } from 'node:net'
import type * as RateLimiterFlexible from 'rate-limiter-flexible'
import { lazyImport } from '../runtime/lazy-import.ts'
import { HttpError } from './http-error.ts'

/** Six megabytes, for the first form. */
const limiters = lazyImport<typeof RateLimiterFlexible>('rate-limiter-flexible')

export type RateLimitOptions = {
  windowSeconds: number
  /** How many may be counted under one key in a window. */
  limit: number
  /** Milliseconds since the process began. */
  uptime: () => number
}

export type TooMany = { kind: 'tooMany'; retryAfterSeconds: number }

/** Counted, unless `reward` takes it back later; or there are too many already. */
export type Consumption = { kind: 'consumed'; reward: () => Promise<void> } | TooMany

/** Counts one more under a key: a visitor's network, say. */
export type Consume = (key: string) => Promise<Consumption>

/** Limits how often something may happen in a window of time, as this instance counts it. */
export function createRateLimit({ windowSeconds, limit, uptime }: RateLimitOptions): Consume {
  let counts: RateLimiterFlexible.RateLimiterMemory | null = null

  return async (key) => {
    const own = (counts ??= new (limiters().RateLimiterMemory)({ points: limit, duration: windowSeconds }))
    const { consumedPoints, msBeforeNext: given } = await own.penalty(key)
    // The library ends a window by a timer, but tells its end by the time of day, which may have been set back.
    const msBeforeNext = Math.min(given, windowSeconds * 1000)
    const endsAt = uptime() + msBeforeNext
    const reward = async () => {
      // After the window's end it would count for the next window.
      if (uptime() < endsAt) await rewardOwn(own, key)
    }
    if (consumedPoints <= limit) return { kind: 'consumed', reward }
    await reward()
    return { kind: 'tooMany', retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
  }
}

/** A key that counts nothing takes no memory: a flood of refused forms from invented addresses leaves none. */
async function rewardOwn(own: RateLimiterFlexible.RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints } = await own.reward(key)
  if (consumedPoints <= 0) await own.delete(key)
}

/** Refuses with 429, and says in how many seconds the count starts anew. */
export function tooManyRequests(message: string, { retryAfterSeconds }: TooMany): HttpError {
  return new HttpError(429, 'TooManyRequestsError', message, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

/**
 * The key of a network address in a rate: an IPv4 address itself, also where IPv6 carries it; the network of an IPv6
 * address, since a subscriber has all 2^64 addresses of a /64, and often all networks of a /48.
 *
 * @see RFC 6177
 */
export function rateLimitKey(address: string, ipv6Bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const groups = ipv6Groups(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4In(groups)
  return groups.slice(0, ipv6Bits / 16).join(':')
}

/** The eight groups of an address, without leading zeros; a zone (`%eth0`) is no part of it. */
function ipv6Groups(address: string): string[] {
  // The URL parser writes every spelling of an address in one way (RFC 5952).
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
