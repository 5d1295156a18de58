import type { RequestHandler } from 'express'
import { HttpError } from '../http-error.ts'

/** Of an ordinary post, as it is and as it was; so small that ten thousand of them are no danger. */
const smallBytes = 256 * 1024
const mostLarge = 4

/**
 * Takes in few large bodies at once: their signature can only be looked at when they are there, so anybody may send them.
 * The small ones, which deliveries nearly always are, wait for nothing.
 */
export function createLargeBodyLimit(): RequestHandler {
  let large = 0
  return (req, res, next) => {
    // One that does not say how large it is may be as large as it likes.
    if (Number(req.get('content-length') ?? Number.POSITIVE_INFINITY) <= smallBytes) return next()
    if (large >= mostLarge) {
      throw new HttpError(503, 'ServiceUnavailableError', 'too many large deliveries at once; send it again', {
        headers: { 'Retry-After': '1' },
      })
    }
    large += 1
    res.once('close', () => {
      large -= 1
    })
    next()
  }
}
