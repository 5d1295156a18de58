import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Response } from 'express'
import { isCompressible, negotiate, type Representation } from './content-encoding.ts'

/**
 * Sends a body in the encoding that the client likes best: 200 (or `status`), or 304 where the client already has it. Headers set
 * before stay; HEAD gets the same headers and no body. Express and the fast path both answer by this function alone, so that no
 * page has headers of its own in one of them.
 *
 * @param headers by name, `vary` in small letters; a list is sent as one header a value
 * @returns the status
 * @see RFC 9110 §13.1.2 (If-None-Match), §15.4.5 (304)
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  { status = 200, headers = {} }: { status?: number; headers?: OutgoingHttpHeaders } = {},
): number {
  const { type, encoded } = representation
  // A client that refuses everything gets the plain bytes all the same: a page beats a 406 (RFC 9110 §12.5.3 allows it).
  const encoding = negotiate(request.headers['accept-encoding']) ?? 'identity'
  const { bytes, etag } = encoded[encoding]
  const all: OutgoingHttpHeaders = { ...headers, ETag: etag }
  // Not for a font: Firefox preloads it with compression and loads it without, and would ask for it anew each time.
  const isVaried = headers.vary !== undefined || response.hasHeader('Vary')
  if (!isVaried && isCompressible(type)) all.Vary = 'Accept-Encoding'
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, all).end()
    return 304
  }
  all['Content-Type'] = type
  // A body that no compression made smaller is sent as it stands.
  if (encoding !== 'identity' && bytes !== encoded.identity.bytes) all['Content-Encoding'] = encoding
  all['Content-Length'] = bytes.length
  // Lists of values by name: of a flat list Node 20 keeps one value of a name where any header was set before.
  response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : bytes)
  return status
}

/** Asks a client that cannot be served now to come back. */
export function sendBusy(res: Response): void {
  res.set({ 'Cache-Control': 'no-store', 'Retry-After': '5' }).status(503).end()
}

/** Whether If-None-Match names the tag, compared weakly as it must be; `*` matches everything. */
export function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  return field.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
