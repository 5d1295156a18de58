import { extendPause, type Pause, pausedUntil } from '../../http/backoff.ts'
import type { Failure } from './source.ts'

/** Ghost's Content API and Admin API each have their own key. */
export type ApiKey = 'content' | 'admin'

/**
 * Remembers how long the source must not be called: its `Retry-After` applies to every call, a refused key to that key's calls.
 *
 * @param now milliseconds since 1970
 */
export function createSourcePauses(now: () => number) {
  let rateLimit: Pause | null = null
  const refusedKeys: Record<ApiKey, Pause | null> = { content: null, admin: null }
  const rateLimitedUntil = () => pausedUntil(rateLimit, now())
  return {
    rateLimitedUntil,
    pausedUntil: (key: ApiKey) => Math.max(rateLimitedUntil(), pausedUntil(refusedKeys[key], now())),

    record({ fault, retryAfterSeconds }: Failure, key: ApiKey): void {
      const pauseMs = (retryAfterSeconds ?? 0) * 1000
      if (pauseMs === 0) return
      if (fault === 'source') rateLimit = extendPause(rateLimit, pauseMs, now())
      else refusedKeys[key] = extendPause(refusedKeys[key], pauseMs, now())
    },
  }
}

export type SourcePauses = ReturnType<typeof createSourcePauses>
