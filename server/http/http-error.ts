import type { RequestHandler } from 'express'
import { absentCacheControl } from './cache-control.ts'

/** An error response. The client reads its message. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    /** Named like Ghost's error types, e.g. `ValidationError`. */
    readonly type: string,
    message: string,
    readonly details: {
      field?: string
      /** One message for each invalid field, instead of `message`. */
      fieldErrors?: { field: string; message: string }[]
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
    this.name = type
  }
}

/** @param allowed the Allow header, which a 405 must carry (RFC 9110 §15.5.6) */
export function methodNotAllowed(method: string, allowed: string): HttpError {
  return new HttpError(405, 'MethodNotAllowedError', `${method} is not possible here; expected ${allowed}`, {
    headers: { Allow: allowed },
  })
}

/** The last handler of a route that only allows GET. */
export const onlyGet: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'GET, HEAD')
}

/** The last handler of a route that only allows POST. */
export const onlyPost: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, 'POST')
}

export function payloadTooLarge(maxBytes: number): HttpError {
  const amount = maxBytes < 2 ** 20 ? `${maxBytes / 2 ** 10} KB` : `${maxBytes / 2 ** 20} MB`
  return new HttpError(413, 'PayloadTooLargeError', `the body is too large; expected at most ${amount}`)
}

/** The client may retry later. */
export function unavailable(message: string, retryAfterSeconds: number): HttpError {
  const headers = { 'Retry-After': String(retryAfterSeconds) }
  return new HttpError(503, 'ServiceUnavailableError', message, { headers })
}

/** Posts cannot be read, and the cache is empty. */
export function postsUnavailable(retryAfterSeconds: number): HttpError {
  return unavailable('posts cannot be read for the moment', retryAfterSeconds)
}

/** A missing or deleted post. Caches store this response, so that it replaces a stored page. */
export function postsNotFound(message: string, posts: Parameters<typeof absentCacheControl>[0]): HttpError {
  return new HttpError(404, 'NotFoundError', message, { headers: { 'Cache-Control': absentCacheControl(posts) } })
}

/** The JSON body of every error of the API. */
export function errorBody({ message, type, details: { field, fieldErrors } }: HttpError) {
  if (fieldErrors) return { errors: fieldErrors.map(({ message, field }) => ({ message, type, field })) }
  return { errors: [{ message, type, ...(field === undefined ? {} : { field }) }] }
}
