import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { fallback, isLanguage, languageInCookie } from '../../shared/language.ts'
import { type Encoded, type Encoding, negotiate, type Representation, sizeOf } from '../http/content-encoding.ts'
import { loggedPath } from '../log/logged-path.ts'
import { entityHeaders, knownTag } from '../http/send.ts'
import { type WrittenHead, writeHead } from './written-head.ts'

/** An answer that the whole application has given once, and that may be given again as it stands. */
export type PreparedAnswer = Validity & {
  representation: Representation
  /** Of the answer, in turn name and value, without what names the body or the request. */
  headers: string[]
  /** Its address as it may stand in the log, in JSON: asked of every request, it took a thirtieth of the time. */
  loggedPath: string
  variants: Map<Encoding, Variant>
}

type Validity = {
  /** Milliseconds since 1970. Then the application decides anew, for what changes with the time alone. */
  until: number
  /** Whether what the page was made of is still the newest, and as fresh as its headers say. */
  isCurrent: () => boolean
  /** What requests for it count under. */
  route: string
}

/** Headers whole, for these very bytes, and how they were written last. */
type Variant = { encoded: Encoded; headers: string[]; head: WrittenHead | null }

const mostBytes = 32 * 1024 * 1024
/** Browsers send a handful of values. */
const negotiatedRemembered = 100

/** Headers that belong to one request, or that are written anew with the bytes. */
const notKept = new Set(['x-request-id', 'connection', 'date'])

/**
 * Pages in front of the application: what it has answered to an address is written again without any of its middleware,
 * bytes and headers prepared, while nothing that it was made of has changed.
 *
 * @param now milliseconds since 1970
 * @see docs/decisions/016-answers-before-middleware.md
 */
export function createPreparedAnswers(now: () => number) {
  const prepared = new LRUCache<string, PreparedAnswer>({
    maxSize: mostBytes,
    sizeCalculation: ({ representation }) => sizeOf(representation),
  })
  const negotiated = new Map<string, Encoding>()

  function encodingFor(accept: string | undefined): Encoding {
    if (accept === undefined) return 'identity'
    const known = negotiated.get(accept)
    if (known) return known
    const encoding = negotiate(accept) ?? 'identity'
    if (negotiated.size < negotiatedRemembered) negotiated.set(accept, encoding)
    return encoding
  }

  return {
    /** Remembers the answer that is about to be sent: a page, status 200, itself stored. */
    remember(req: Request, res: ServerResponse, page: Representation, validity: Validity) {
      const { originalUrl: url, headers } = req
      if (now() >= validity.until) return
      prepared.set(keyOf(url, headers.cookie), {
        ...validity,
        representation: page,
        headers: flat(res.getHeaders()),
        loggedPath: JSON.stringify(loggedPath(url)),
        variants: new Map(),
      })
    },

    /** The answer that is prepared for a request; null where the application has to give it. */
    find(req: IncomingMessage): PreparedAnswer | null {
      if (req.method !== 'GET' && req.method !== 'HEAD') return null
      // Hardly anybody sends it, and the application knows what it means.
      if (req.headers['if-match'] !== undefined) return null
      const key = keyOf(req.url ?? '', req.headers.cookie)
      const found = prepared.get(key)
      if (found === undefined) return null
      if (now() < found.until && found.isCurrent()) return found
      prepared.delete(key)
      return null
    },

    /** @returns the status: 200, or 304 where the client has these bytes */
    send(req: IncomingMessage, res: ServerResponse, answer: PreparedAnswer, requestId: string): 200 | 304 {
      const variant = variantOf(answer, encodingFor(req.headers['accept-encoding']))
      const { encoded, headers } = variant
      const known = knownTag(req.headers['if-none-match'], encoded)
      if (known !== null) {
        res.writeHead(304, [...answer.headers, 'ETag', known, 'X-Request-Id', requestId]).end()
        return 304
      }
      variant.head = writeHead(res, headers, requestId, Math.floor(now() / 1000), variant.head)
      res.end(req.method === 'HEAD' ? undefined : encoded.bytes)
      return 200
    },
  }
}

export type PreparedAnswers = ReturnType<typeof createPreparedAnswers>

/** Headers and bytes belong together: an encoding that was made smaller meanwhile gets its own. */
function variantOf({ variants, representation, headers }: PreparedAnswer, encoding: Encoding): Variant {
  const known = variants.get(encoding)
  const encoded = representation.encoded[encoding]
  if (known?.encoded === encoded) return known
  const variant = { encoded, headers: [...headers, ...flat(entityHeaders(representation, encoding))], head: null }
  variants.set(encoding, variant)
  return variant
}

/** An address as it stands in the request line, in the language that an address without prefix would have. */
function keyOf(url: string, cookies: string | undefined): string {
  if (cookies === undefined) return fallback + url
  const language = languageInCookie(cookies)
  return (isLanguage(language) ? language : fallback) + url
}

function flat(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || notKept.has(name.toLowerCase())) return []
    return [value].flat().flatMap((one) => [name, String(one)])
  })
}
