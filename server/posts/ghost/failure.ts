import { GhostError, refusedByProxy } from '../../ghost/ghost.ts'
import type { Failure } from '../cache/cache.ts'

/** Each refused key counts towards Ghost's own block of this address, at 101 in an hour. Firewalls count, too. */
const refusedKeySeconds = 30

/** A failed call as an outcome; any other error is a defect, and thrown on. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof GhostError)) throw error
  const { message, name: type, status, retryAfterSeconds } = error
  const refused = status === 401 || status === 403
  const wait = retryAfterSeconds ?? (refused || status === 429 ? refusedKeySeconds : null)
  const isOfCall = status !== null && status >= 400 && status < 500 && status !== 429
  return {
    kind: 'failed',
    message,
    type,
    retryAfterSeconds: wait,
    fault: refused && type !== refusedByProxy ? 'key' : isOfCall ? 'call' : 'source',
  }
}
