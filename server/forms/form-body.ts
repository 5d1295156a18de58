import { Readable } from 'node:stream'
import { json, type Request, type RequestHandler, urlencoded } from 'express'
import { HttpError, payloadTooLarge } from '../http/http-error.ts'
import { createBodyReader } from '../http/request-body.ts'
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

/** Bytes of all forms that are still coming. */
const mostBytesTogether = 16 * 1024 * 1024

/** Reads and parses the body of a form, from the page's script or without it. All forms share one of them, and its bound. */
export function createFormBody(): RequestHandler {
  const readBody = createBodyReader(mostBytes, mostBytesTogether)
  const large = new WeakSet<object>()
  const verify = (req: object, _res: unknown, bytes: Buffer) => {
    if (bytes.length > mostLength) large.add(req)
  }
  const parseJson = json({ limit: mostBytes, verify })
  const parseFields = urlencoded({ limit: mostBytes, verify, extended: false })

  return async (req, res, next) => {
    const body = await readBody(req)
    if (body.kind === 'aborted') return
    if (body.kind === 'tooLarge') throw payloadTooLarge(mostBytes)
    if (body.kind === 'givenUp') {
      const meaning = 'too many forms arrive at once; send this one again'
      throw new HttpError(503, 'ServiceUnavailableError', meaning, { headers: { 'Retry-After': '1' } })
    }
    // The parsers read a request's head and its stream.
    const received = Object.assign(Readable.from([body.bytes]), { headers: req.headers }) as unknown as Request
    const parse = isJson(req) ? parseJson : parseFields
    parse(received, res, (error?: unknown) => {
      req.body = received.body as unknown
      // What cannot be parsed has no letters to count.
      const isTooLong = large.has(received) && (error !== undefined || charactersOf(req) > mostLength)
      next(isTooLong ? payloadTooLarge(mostLength) : error)
    })
  }
}

/** Counts each letter of a field once, however it is encoded, and what stands between them; infinite if a field is no text. */
function charactersOf(req: Request): number {
  const fields = Object.entries(req.body as Record<string, unknown>)
  if (fields.some(([, value]) => typeof value !== 'string')) return Number.POSITIVE_INFINITY
  if (isJson(req)) return JSON.stringify(req.body).length
  // A `=` in each field and a `&` between them.
  return fields.reduce((sum, [name, value]) => sum + name.length + String(value).length + 2, -1)
}
