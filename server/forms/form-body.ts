import type { IncomingMessage } from 'node:http'
import { json, type Request, type RequestHandler, urlencoded } from 'express'
import { payloadTooLarge } from '../http/http-error.ts'

/** Bytes of a body; of a percent-encoded form, which takes up to nine bytes for one character, characters. */
const mostLength = 16 * 1024

/**
 * Bytes that are read of a percent-encoded form. A character of the basic plane is up to three bytes of UTF-8, each of them
 * `%E8` in a form: 47 KB for a name, a company and a message of the longest allowed. The rest is for the other fields.
 *
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 */
const mostBytes = 64 * 1024

/** Parses the body of a form, from the page's script or without it. */
export function createFormBody(): RequestHandler[] {
  const large = new WeakSet<IncomingMessage>()
  const recordLarge = (req: IncomingMessage, _res: unknown, bytes: Buffer) => {
    if (bytes.length > mostLength) large.add(req)
  }
  const refuseTooLong: RequestHandler = (req, _res, next) => {
    if (large.has(req) && charactersOf(req) > mostLength) throw payloadTooLarge(mostLength)
    next()
  }
  return [
    json({ limit: mostLength }),
    urlencoded({ limit: mostBytes, verify: recordLarge, extended: false }),
    refuseTooLong,
  ]
}

/** Counts as `maxlength` does, with a `=` in each field and a `&` between them; infinite if a field is a list. */
function charactersOf(req: Request): number {
  const lengths = Object.entries(req.body as Record<string, unknown>).map(
    ([name, value]) => name.length + 1 + (typeof value === 'string' ? value.length : Number.POSITIVE_INFINITY),
  )
  return lengths.reduce((sum, length) => sum + 1 + length, -1)
}
