/** A request that cannot be answered as asked, and what may be said about it to whoever sent it. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    /** In the manner of Ghost's own error types, e.g. `ValidationError`. */
    readonly type: string,
    message: string,
    readonly details: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = type
  }
}

export function methodNotAllowed(method: string, allowed: string): HttpError {
  return new HttpError(405, 'MethodNotAllowedError', `${method} is not possible here; expected ${allowed}`, {
    headers: { Allow: allowed },
  })
}

/** The JSON body of every error of the HTTP interface. */
export function errorBody({ message, type, details: { field } }: HttpError) {
  return { errors: [{ message, type, ...(field === undefined ? {} : { field }) }] }
}
