import type { IncomingMessage } from 'node:http'
import { type ErrorRequestHandler, json, type Request, type RequestHandler, urlencoded } from 'express'
import { payloadTooLarge } from '../http/http-error.ts'
import { isJson } from './form-fields.ts'

/** Characters of a body, which is so many bytes in ASCII: the longest permitted message in any script has 7,000 at most. */
const mostLength = 16 * 1024

/**
 * Bytes that are read. A character of the basic plane is up to three bytes of UTF-8, each of them `%E8` in a form, and six bytes of
 * escaped JSON: 47 KB for a name, a company and a message of the longest allowed. The rest is for the other fields.
 *
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 */
const mostBytes = 64 * 1024

/** Parses the body of a form, from the page's script or without it. */
export function createFormBody(): (RequestHandler | ErrorRequestHandler)[] {
  const large = new WeakSet<IncomingMessage>()
  const recordLarge = (req: IncomingMessage, _res: unknown, bytes: Buffer) => {
    if (bytes.length > mostLength) large.add(req)
  }
  const refuseTooLong: RequestHandler = (req, _res, next) => {
    if (large.has(req) && charactersOf(req) > mostLength) throw payloadTooLarge(mostLength)
    next()
  }
  // What cannot be parsed has no letters to count.
  const refuseUnparsed: ErrorRequestHandler = (error, req, _res, next) =>
    next(large.has(req) ? payloadTooLarge(mostLength) : error)
  return [
    json({ limit: mostBytes, verify: recordLarge }),
    urlencoded({ limit: mostBytes, verify: recordLarge, extended: false }),
    refuseUnparsed,
    refuseTooLong,
  ]
}

/** Counts each letter of a field once, however it is encoded, and what stands between them; infinite if a field is no text. */
function charactersOf(req: Request): number {
  const fields = Object.entries(req.body as Record<string, unknown>)
  if (fields.some(([, value]) => typeof value !== 'string')) return Number.POSITIVE_INFINITY
  if (isJson(req)) return JSON.stringify(req.body).length
  // A `=` in each field and a `&` between them.
  return fields.reduce((sum, [name, value]) => sum + name.length + String(value).length + 2, -1)
}
