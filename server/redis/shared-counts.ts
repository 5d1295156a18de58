import { createHmac } from 'node:crypto'
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit'
import type { RedisConnection } from './connection.ts'

export type SharedCountsOptions = {
  transaction: RedisConnection['transaction']
  /** What all keys of this rate begin with. */
  prefix: string
  /** 32 bytes, the same on every instance. */
  hashKey: Buffer
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * The counts of one rate, on all instances together. Each instance also counts for itself, so that a Redis which goes, or
 * comes back empty, lifts no limit: the higher count holds. Redis never sees an address, only its HMAC.
 *
 * Not `rate-limit-redis`: it loads its script once, so a Redis that is away at the start stays unused for good.
 */
export function createSharedCounts({ transaction, prefix, hashKey, now }: SharedCountsOptions): Store {
  const own = new MemoryStore()
  let windowMs = 0

  const nameOf = (key: string) => prefix + createHmac('sha256', hashKey).update(key).digest('base64url')

  /** The first step makes a count that is not there, with its end; without it the second would count for ever. */
  async function move(key: string, step: 'INCR' | 'DECR'): Promise<ClientRateLimitInfo | null> {
    const name = nameOf(key)
    const initial = step === 'INCR' ? '0' : '1'
    const reply = await transaction([
      ['SET', name, initial, 'PX', String(windowMs), 'NX'],
      [step, name],
      ['PTTL', name],
    ])
    if (reply.kind === 'silent') return null
    const [, totalHits, milliseconds] = reply.value
    if (typeof totalHits !== 'number' || typeof milliseconds !== 'number') return null
    return { totalHits, resetTime: new Date(now() + milliseconds) }
  }

  return {
    prefix,
    localKeys: false,
    init(options: Options) {
      windowMs = options.windowMs
      own.init(options)
    },
    async increment(key) {
      const [here, everywhere] = await Promise.all([own.increment(key), move(key, 'INCR')])
      return everywhere !== null && everywhere.totalHits >= here.totalHits ? everywhere : here
    },
    async decrement(key) {
      await Promise.all([own.decrement(key), move(key, 'DECR')])
    },
    async resetKey(key) {
      await Promise.all([own.resetKey(key), transaction([['DEL', nameOf(key)]])])
    },
    shutdown() {
      own.shutdown()
    },
  }
}
