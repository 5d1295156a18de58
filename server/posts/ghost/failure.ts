import { GhostError, refusedByProxy } from '../../ghost/ghost.ts'
import type { Failure } from '../cache/cache.ts'

/** Ghost blocks this address after 101 refused keys in an hour. Firewalls count them, too. */
const refusedKeySeconds = 30

/** The failure of a call. Throws any other error, which is a defect. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof GhostError)) throw error
  const { message, name: type, status, retryAfterSeconds } = error
  const refused = status === 401 || status === 403
  const wait = retryAfterSeconds ?? (refused || status === 429 ? refusedKeySeconds : null)
  const isCallFault = status !== null && status >= 400 && status < 500 && status !== 429
  return {
    kind: 'failed',
    message,
    type,
    retryAfterSeconds: wait,
    fault: refused && type !== refusedByProxy ? 'key' : isCallFault ? 'call' : 'source',
  }
}
