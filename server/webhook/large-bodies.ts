import type { RequestHandler } from 'express'
import { HttpError } from '../http/http-error.ts'

/** Of an ordinary post, as it is and as it was; so small that ten thousand of them are no danger. */
const smallBytes = 256 * 1024
const mostLarge = 4

/**
 * Takes in few large bodies at once: their signature can only be looked at when they are there, so anybody may send them.
 * The small ones, which deliveries nearly always are, wait for nothing.
 *
 * @param onUnread hears of one that is refused: Ghost sends none again, so whatever it would have told is to be found out
 */
export function createLargeBodyLimit(onUnread: () => void): RequestHandler {
  let large = 0
  return (req, res, next) => {
    // One that does not say how large it is may be as large as it likes.
    if (Number(req.get('content-length') ?? Number.POSITIVE_INFINITY) <= smallBytes) return next()
    if (large >= mostLarge) {
      onUnread()
      const meaning = 'too many large deliveries at once; this one counts as a change of everything'
      throw new HttpError(503, 'ServiceUnavailableError', meaning, { headers: { 'Retry-After': '1' } })
    }
    large += 1
    res.once('close', () => {
      large -= 1
    })
    next()
  }
}
