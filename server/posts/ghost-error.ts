/** A call to Ghost that failed. `message` and `name` are those of Ghost's first error where it sent one. */
export class GhostError extends Error {
  constructor(
    message: string,
    type: string,
    /** The HTTP status, or null where no whole answer came. */
    readonly status: number | null,
    /** What `Retry-After` asked for, in seconds; null where it was absent. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = type
  }
}
