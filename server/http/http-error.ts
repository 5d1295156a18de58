import type { RequestHandler } from 'express'

/** A request that cannot be answered as asked, and what may be said about it to whoever sent it. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    /** In the manner of Ghost's own error types, e.g. `ValidationError`. */
    readonly type: string,
    message: string,
    readonly details: {
      field?: string
      /** Instead of one message: one for every wrong field. */
      fieldErrors?: { field: string; message: string }[]
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
    this.name = type
  }
}

/** @param allowed as the Allow header lists them, which a 405 has to carry (RFC 9110 §15.5.6) */
export function methodNotAllowed(method: string, allowed: string): HttpError {
  return new HttpError(405, 'MethodNotAllowedError', `${method} is not possible here; expected ${allowed}`, {
    headers: { Allow: allowed },
  })
}

/** For the end of a route that can only be read. */
export const onlyGet: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'GET, HEAD')
}

/** For the end of a route that can only be sent to. */
export const onlyPost: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'POST')
}

/** @param most what is read of a body, in bytes */
export function payloadTooLarge(most: number): HttpError {
  const amount = most < 2 ** 20 ? `${most / 2 ** 10} KB` : `${most / 2 ** 20} MB`
  return new HttpError(413, 'PayloadTooLargeError', `the body is too large; expected at most ${amount}`)
}

/** Posts cannot be read, and there is no copy of them. */
export function postsUnavailable(retryAfterSeconds: number): HttpError {
  return new HttpError(503, 'ServiceUnavailableError', 'posts cannot be read for the moment', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** The JSON body of every error of the HTTP interface. */
export function errorBody({ message, type, details: { field, fieldErrors } }: HttpError) {
  if (fieldErrors) return { errors: fieldErrors.map((one) => ({ message: one.message, type, field: one.field })) }
  return { errors: [{ message, type, ...(field === undefined ? {} : { field }) }] }
}
