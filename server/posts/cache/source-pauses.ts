import type { Failure } from './source.ts'

/** Ghost's Content API and Admin API each have their own key. */
export type ApiKey = 'content' | 'admin'

/**
 * Remembers how long the source must not be called: its `Retry-After` applies to every call, a refused key to that key's calls.
 *
 * @param uptime milliseconds since the process began, as the times of the result
 */
export function createSourcePauses(uptime: () => number) {
  let rateLimitedUntil = 0
  const refusedUntil: Record<ApiKey, number> = { content: 0, admin: 0 }
  return {
    rateLimitedUntil: () => rateLimitedUntil,
    pausedUntil: (key: ApiKey) => Math.max(rateLimitedUntil, refusedUntil[key]),

    record({ fault, retryAfterSeconds }: Failure, key: ApiKey): void {
      if (retryAfterSeconds === null) return
      const until = uptime() + retryAfterSeconds * 1000
      if (fault === 'source') rateLimitedUntil = Math.max(rateLimitedUntil, until)
      else refusedUntil[key] = Math.max(refusedUntil[key], until)
    },
  }
}

export type SourcePauses = ReturnType<typeof createSourcePauses>
