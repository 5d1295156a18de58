import type { Post } from '../../../shared/post.ts'
import { withinTime } from '../../http/deadline.ts'
import { type CachedList, secondsUntil, type Unavailable } from './cached-list.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { Reading } from './source.ts'

/** Calls of a language until its list is read again: a flood of invented slugs costs no more. */
export const maxCalls = 100
/** A slug whose call failed is not called again for so long. */
const retryMs = 5000

type Result = Reading<Post | null>

/** `hit`: no call was made. */
export type UnlistedAnswer = { kind: 'read'; value: Post | null; freshness: 'hit' | 'miss' } | Unavailable

/**
 * Articles that their list lacks, because they were published after it was read. One call finds an article for everyone who asks for
 * it, and its answer is remembered until the list is read again. No call is made while the list cannot be read.
 *
 * @param call makes the article's own call; null if it made none, because it had no turn in time; never rejects
 * @param uptime milliseconds since the process began
 */
export function createUnlistedArticles(
  list: Pick<CachedList, 'lastFailure' | 'retryAt'>,
  call: (slug: string) => Promise<Result | null>,
  uptime: () => number,
) {
  const known = new Map<string, Post | null>()
  const pausedUntil = new Map<string, number>()
  const calling = createSingleFlight<Result | null>()
  let calls = 0
  let lastCallFailed = false

  const retryAt = (slug: string) => Math.max(list.retryAt(), pausedUntil.get(slug) ?? 0)
  const unavailable = (slug: string) =>
    ({ kind: 'failed', retryAfterSeconds: secondsUntil(retryAt(slug), uptime()) }) as const

  async function read(slug: string): Promise<Result | null> {
    calls += 1
    const result = await call(slug)
    if (result === null) calls -= 1
    else lastCallFailed = result.kind === 'failed'
    if (result?.kind === 'read') known.set(slug, result.value)
    if (result?.kind === 'failed') pausedUntil.set(slug, uptime() + retryMs)
    return result
  }

  return {
    /** @param waitMs how long it may take in all, the wait for a turn included */
    async find(slug: string, waitMs: number): Promise<UnlistedAnswer> {
      const value = known.get(slug)
      if (value !== undefined) return { kind: 'read', value, freshness: 'hit' }
      if (!calling.has(slug)) {
        if (list.lastFailure() !== null || uptime() < retryAt(slug)) return unavailable(slug)
        // 404, unless Ghost is known to fail: a crawler would drop an article that exists.
        if (calls >= maxCalls)
          return lastCallFailed ? unavailable(slug) : { kind: 'read', value: null, freshness: 'hit' }
      }
      const reading = calling.run(slug, () => read(slug))
      const result = await withinTime(reading, waitMs)
      return result === 'late' || result?.kind !== 'read' ? unavailable(slug) : { ...result, freshness: 'miss' }
    },

    /** Called when the list was read. Calls that are under way still count. */
    forget(): void {
      known.clear()
      pausedUntil.clear()
      calls = calling.size()
      lastCallFailed = false
    },
  }
}
