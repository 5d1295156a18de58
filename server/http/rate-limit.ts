import { MemoryStore, type Options, type Store } from 'express-rate-limit'
import { HttpError } from './http-error.ts'

export type RateOptions = {
  windowMs: number
  /** How many may be counted under one key in a window. */
  limit: number
  /** Where they are counted; undefined: in memory. */
  counts: Store | undefined
  /** Milliseconds since 1970, by the clock of the counts; memory's is the machine's. */
  now: () => number
}

export type TooMany = { kind: 'tooMany'; retryAfterSeconds: number }

/** One more was counted, and stays so unless it is given back; or there are too many already. */
export type Place = { kind: 'taken'; giveBack: () => Promise<void> } | TooMany

/** Counts one more under a key: a visitor's network, say. */
export type TakePlace = (key: string) => Promise<Place>

/**
 * How often something may happen in a window of time. Of express-rate-limit these are the counts alone: its middleware
 * learns from the response whether a request counts, and a client may leave before, while or after what it sent is taken.
 */
export function createRate({ windowMs, limit, counts = new MemoryStore(), now }: RateOptions): TakePlace {
  // Of all the middleware's options, a store asks for the window alone.
  void counts.init?.({ windowMs } as Options)

  return async (key) => {
    const { totalHits, resetTime } = await counts.increment(key)
    const endsAt = resetTime?.getTime() ?? now() + windowMs
    const giveBack = async () => {
      // What the next window counts is not this place's.
      if (now() < endsAt) await counts.decrement(key)
    }
    if (totalHits <= limit) return { kind: 'taken', giveBack }
    await giveBack()
    return { kind: 'tooMany', retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now()) / 1000)) }
  }
}

/** Refuses with 429, and says in how many seconds the count starts anew. */
export function tooManyRequests(message: string, { retryAfterSeconds }: TooMany): HttpError {
  return new HttpError(429, 'TooManyRequestsError', message, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
