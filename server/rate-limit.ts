import type { Request } from 'express'
import type { RateLimitExceededEventHandler } from 'express-rate-limit'
import { HttpError } from './http-error.ts'

/** Refuses with 429, and says in how many seconds the count starts anew. */
export function refuseUntilReset(message: string): RateLimitExceededEventHandler {
  return (req, _res, next) => {
    // express-rate-limit puts its count on the request; its types do not say so.
    const { resetTime } = (req as Request & { rateLimit: { resetTime?: Date } }).rateLimit
    const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1000))
    next(new HttpError(429, 'TooManyRequestsError', message, { headers: { 'Retry-After': String(seconds) } }))
  }
}
