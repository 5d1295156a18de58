/** A call to Ghost that failed. `message` and `name` are those of Ghost's first error where it sent one. */
export class GhostError extends Error {
  constructor(
    message: string,
    type: string,
    /** The HTTP status, or null if no whole answer came. */
    readonly status: number | null,
    /** Seconds of `Retry-After`; null if it was absent. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = type
  }
}

/** The type of a 401 or 403 that Ghost has not sent: of a firewall, a proxy, or basic authentication. */
export const refusedByProxy = 'RefusedByProxy'

/**
 * Why no whole answer of Ghost came: node-fetch's own message holds the whole address, key included.
 *
 * @param failed what could not be done
 */
export function reasonOf(error: unknown, timeoutMs: number, failed: 'read' | 'reached'): string {
  if (!(error instanceof Error)) return 'Ghost could not be reached'
  if (error.name === 'AbortError') return `Ghost did not answer within ${timeoutMs} ms`
  const code = 'code' in error ? error.code : 'type' in error ? error.type : error.name
  return `Ghost could not be ${failed} (${String(code)})`
}
