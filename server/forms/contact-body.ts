import type { IncomingMessage } from 'node:http'
import { json, type Request, type RequestHandler, urlencoded } from 'express'
import { createContentLengthLimit } from '../http/request-body.ts'
import { payloadTooLarge } from '../http/http-error.ts'

/** What a post may say, like every other form's: in bytes; in a form's encoding, which makes them more, in characters. */
const mostSaid = 16 * 1024

/**
 * What is read to know what a post says. A letter of the basic plane is up to three bytes of UTF-8, each of them `%E8` in a
 * form: nine bytes for one that `maxlength` counts, so 47 KB for a name, a company and a message as long as they may be.
 * The rest is for the other fields.
 *
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 */
const mostBytes = 64 * 1024

/** Reads the contact form's body, from the page's script or without it: every message that the form's bounds allow. */
export function createContactBody(): RequestHandler[] {
  const large = new WeakSet<IncomingMessage>()
  const limits = {
    limit: mostBytes,
    verify(req: IncomingMessage, _res: unknown, bytes: Buffer) {
      if (bytes.length > mostSaid) large.add(req)
    },
  }
  const refuseTooMuch: RequestHandler = (req, _res, next) => {
    if (large.has(req) && charactersOf(req) > mostSaid) throw payloadTooLarge(mostSaid)
    next()
  }
  return [
    createContentLengthLimit(mostBytes),
    json({ limit: mostSaid }),
    urlencoded({ ...limits, extended: false }),
    refuseTooMuch,
  ]
}

/**
 * As `maxlength` counts, with a `=` in each field and a `&` between them; infinitely many where a field is no text, since no
 * field of the form is anything else.
 */
function charactersOf(req: Request): number {
  const lengths = Object.entries(req.body as Record<string, unknown>).map(
    ([name, value]) => name.length + 1 + (typeof value === 'string' ? value.length : Number.POSITIVE_INFINITY),
  )
  return lengths.reduce((sum, length) => sum + 1 + length, -1)
}
