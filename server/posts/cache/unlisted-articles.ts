import type { Post } from '../../../shared/post.ts'
import { withinTime } from '../../http/deadline.ts'
import { type CachedList, secondsUntil, type Unavailable } from './cached-list.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { Reading } from './source.ts'

/** Limit of a language's calls until its list is read again, in case of a flood of invented slugs. */
export const maxCalls = 100
/** How long a slug is not called again after its call failed. */
const retryMs = 5000

type Result = Reading<Post | null>

/** `hit`: no call was made. */
export type UnlistedAnswer = { kind: 'read'; value: Post | null; freshness: 'hit' | 'miss' } | Unavailable

/**
 * Articles that their list lacks, because they were published after it was read. Concurrent requests for an article share one call.
 * Its answer is remembered until the list is read again. No call is made while the list cannot be read.
 *
 * @param call makes the article's own call; null if none was made, because of a pause or too many other calls; never rejects
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
    /** @param waitMs the timeout, including the wait for other calls */
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

    /** Called after each reading of the list. Calls that are under way still count. */
    forget(): void {
      known.clear()
      pausedUntil.clear()
      calls = calling.size()
      lastCallFailed = false
    },
  }
}
