/** A call to Ghost that failed. `message` and `name` are those of Ghost's first error, if it sent any. */
export class GhostError extends Error {
  constructor(
    message: string,
    type: string,
    /** The HTTP status; null without a complete response. */
    readonly status: number | null,
    /** Seconds of `Retry-After`; null if it was absent. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = type
  }
}

/** The type of a 401 or 403 that was not sent by Ghost, but by a firewall, a proxy, or basic authentication. */
export const refusedByProxy = 'RefusedByProxy'

/**
 * Why there is no complete response of Ghost. node-fetch's own message is not used: it contains the URL with the key.
 *
 * @param failed what could not be done
 */
export function reasonOf(error: unknown, timeoutMs: number, failed: 'read' | 'reached'): string {
  if (!(error instanceof Error)) return 'Ghost could not be reached'
  if (error.name === 'AbortError') return `Ghost did not answer within ${timeoutMs} ms`
  const code = 'code' in error ? error.code : 'type' in error ? error.type : error.name
  return `Ghost could not be ${failed} (${String(code)})`
}
