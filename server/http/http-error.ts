import type { RequestHandler } from 'express'
import { absentCacheControl } from './cache-control.ts'

/** A request that cannot be answered as asked; its message is for the client. */
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

/** Ends a route that only takes GET. */
export const onlyGet: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'GET, HEAD')
}

/** Ends a route that only takes POST. */
export const onlyPost: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'POST')
}

/** @param most in bytes */
export function payloadTooLarge(most: number): HttpError {
  const amount = most < 2 ** 20 ? `${most / 2 ** 10} KB` : `${most / 2 ** 20} MB`
  return new HttpError(413, 'PayloadTooLargeError', `the body is too large; expected at most ${amount}`)
}

/** A request that can be answered later. */
export function unavailable(message: string, retryAfterSeconds: number): HttpError {
  const headers = { 'Retry-After': String(retryAfterSeconds) }
  return new HttpError(503, 'ServiceUnavailableError', message, { headers })
}

/** Posts cannot be read, and none are cached. */
export function postsUnavailable(retryAfterSeconds: number): HttpError {
  return unavailable('posts cannot be read for the moment', retryAfterSeconds)
}

/** Posts that do not exist, or no longer: caches keep this, so that it replaces what they have stored. */
export function postsNotFound(message: string, posts: Parameters<typeof absentCacheControl>[0]): HttpError {
  return new HttpError(404, 'NotFoundError', message, { headers: { 'Cache-Control': absentCacheControl(posts) } })
}

/** The JSON body of every error of the HTTP interface. */
export function errorBody({ message, type, details: { field, fieldErrors } }: HttpError) {
  if (fieldErrors) return { errors: fieldErrors.map((one) => ({ message: one.message, type, field: one.field })) }
  return { errors: [{ message, type, ...(field === undefined ? {} : { field }) }] }
}
