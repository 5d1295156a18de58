import { Readable } from 'node:stream'
import { json, type Request, type RequestHandler, urlencoded } from 'express'
import * as z from 'zod'
import { languages } from '../../shared/language.ts'
import { HttpError, payloadTooLarge, unavailable } from '../http/http-error.ts'
import { createBodyReader } from '../http/request-body.ts'

/**
 * Rejects a post that a browser marks as coming from another site (cross-site request forgery). A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is let through.
 */
export function createCsrfCheck(siteUrl: string): RequestHandler {
  const site = new URL(siteUrl)
  return (req, _res, next) => {
    const fetchSite = req.get('sec-fetch-site')
    const origin = req.get('origin')
    const isForeign = fetchSite !== 'same-origin' && origin !== undefined && !isSameSite(origin, req.get('host'))
    if (fetchSite === 'cross-site' || isForeign) {
      throw new HttpError(403, 'CrossSiteError', 'this form can only be sent from this site')
    }
    next()
  }

  function isSameSite(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false
    const from = new URL(origin)
    // Without TLS, another machine may have served the page under this site's name.
    if (from.host === site.host) return from.protocol === 'https:' || site.protocol === 'http:'
    return from.host === host
  }
}

/** Rejects bodies of other types. */
export function createContentTypeCheck(...types: string[]): RequestHandler {
  return (req, _res, next) => {
    // `is` returns null if there is no body.
    if (req.is(types) === false) {
      const given = req.get('content-type') ?? 'nothing'
      throw new HttpError(415, 'UnsupportedMediaTypeError', `Content-Type: "${given}"; expected ${types.join(' or ')}`)
    }
    next()
  }
}

/** The maximum length of a body in characters, or in bytes of ASCII. The longest valid form has 7,000, in any script. */
const maxLength = 16 * 1024

/**
 * The maximum number of bytes that are read. A character of the basic plane takes up to nine bytes in a form (three of UTF-8, each
 * as `%E8`), and six in escaped JSON. So the longest name, company and message take 47 KB. The rest is for the other fields.
 *
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 */
const maxBytes = 64 * 1024

/** The maximum bytes of all forms that are being received: 64 of the longest, or thousands of ordinary ones. */
const maxBytesTogether = 4 * 1024 * 1024

/** Reads and parses the body of a form, as JSON or form-encoded. All forms share one reader and its memory limit. */
export function createFormBody(): RequestHandler {
  const readBody = createBodyReader(maxBytes, maxBytesTogether)
  const large = new WeakSet<object>()
  const verify = (req: object, _res: unknown, bytes: Buffer) => {
    if (bytes.length > maxLength) large.add(req)
  }
  const parseJson = json({ limit: maxBytes, verify })
  const parseFields = urlencoded({ limit: maxBytes, verify, extended: false })

  return async (req, res, next) => {
    const body = await readBody(req)
    if (body.kind === 'aborted') return
    if (body.kind === 'tooLarge') throw payloadTooLarge(maxBytes)
    if (body.kind === 'givenUp') throw unavailable('too many forms arrive at once; send this one again', 1)
    // The parsers need only the headers and a stream.
    const received = Object.assign(Readable.from([body.bytes]), { headers: req.headers }) as unknown as Request
    const parse = isJson(req) ? parseJson : parseFields
    parse(received, res, (error?: unknown) => {
      req.body = received.body as unknown
      // The characters of an invalid body cannot be counted.
      const isTooLong = large.has(received) && (error !== undefined || countCharacters(req) > maxLength)
      next(isTooLong ? payloadTooLarge(maxLength) : error)
    })
  }
}

/** Counts each character once, however it is encoded, separators included. Infinite if a field is not text. */
function countCharacters(req: Request): number {
  const fields = Object.entries(req.body as Record<string, unknown>)
  if (fields.some(([, value]) => typeof value !== 'string')) return Number.POSITIVE_INFINITY
  if (isJson(req)) return JSON.stringify(req.body).length
  // A `=` in each field and a `&` between them.
  return fields.reduce((sum, [name, value]) => sum + name.length + String(value).length + 2, -1)
}

/** A field of a form. A value that is not a string counts as missing. */
export const textField = z.string().optional().catch(undefined)

/** The language of a form; undefined if the language of the URL or cookie applies. */
export const languageField = z.string().trim().pipe(z.enum(languages)).optional().catch(undefined)

/** Whether the page's script sent the form, and expects JSON. By the header alone: `req.is` needs a body. */
export function isJson(req: Request): boolean {
  return /^application\/json *(;|$)/i.test(req.get('content-type') ?? '')
}
