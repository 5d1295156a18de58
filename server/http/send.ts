import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import type { Response } from 'express'
import { isCompressible, negotiate, type Representation } from './content-encoding.ts'

/**
 * Sends a body in the encoding that the client likes best: 200 (or `status`), or 304 where the client already has it. Headers set
 * before stay; HEAD gets the same headers and no body. Express and the fast path both answer by this function alone, so that no
 * page has headers of its own in one of them.
 *
 * @param headers names and values in turn, each name once, `vary` in small letters; a list is sent as one header a value
 * @returns the status
 * @see RFC 9110 §13.1.2 (If-None-Match), §15.4.5 (304)
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  { status = 200, headers = [] }: { status?: number; headers?: readonly OutgoingHttpHeader[] } = {},
): number {
  const { type, encoded } = representation
  // A client that refuses everything gets the plain bytes all the same: a page beats a 406 (RFC 9110 §12.5.3 allows it).
  const encoding = negotiate(request.headers['accept-encoding']) ?? 'identity'
  const { bytes, etag } = encoded[encoding]
  // A list, which Node writes as it is: an object of twenty names takes as long to make as to write.
  const all: OutgoingHttpHeader[] = [...headers, 'ETag', etag]
  // Not for a font: Firefox preloads it with compression and loads it without, and would ask for it anew each time.
  const isVaried = headers.includes('vary') || response.hasHeader('Vary')
  if (!isVaried && isCompressible(type)) all.push('Vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, all).end()
    return 304
  }
  all.push('Content-Type', type)
  // A body that no compression made smaller is sent as it stands.
  if (encoding !== 'identity' && bytes !== encoded.identity.bytes) all.push('Content-Encoding', encoding)
  all.push('Content-Length', bytes.length)
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
