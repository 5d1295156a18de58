import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import type { Response } from 'express'
import { isCompressible, negotiate, type Representation } from './content-encoding.ts'

/**
 * Sends a body in the encoding that the client prefers: with 200 (or `status`), or 304 if the client already has it. Headers set
 * before are kept. HEAD gets the same headers without a body. Express and the fast path both use this function, so their headers
 * cannot differ.
 *
 * @param headers names and values in turn, each name once, `vary` in lower case; an array is sent as several headers
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
  // A client that refuses every encoding gets identity: a page is better than a 406 (RFC 9110 §12.5.3 allows it).
  const encoding = negotiate(request.headers['accept-encoding']) ?? 'identity'
  const { bytes, etag } = encoded[encoding]
  // Node writes an array directly. Building an object of twenty names takes as long as writing it.
  const all: OutgoingHttpHeader[] = [...headers, 'ETag', etag]
  // Not for fonts: Firefox preloads them with compression and loads them without, and would request them each time.
  const isVaried = headers.includes('vary') || response.hasHeader('Vary')
  if (!isVaried && isCompressible(type)) all.push('Vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, all).end()
    return 304
  }
  all.push('Content-Type', type)
  // A body that compression does not make smaller is sent as identity.
  if (encoding !== 'identity' && bytes !== encoded.identity.bytes) all.push('Content-Encoding', encoding)
  all.push('Content-Length', bytes.length)
  response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : bytes)
  return status
}

/** Sends 503 with `Retry-After`. */
export function sendBusy(res: Response): void {
  res.set({ 'Cache-Control': 'no-store', 'Retry-After': '5' }).status(503).end()
}

/** Whether If-None-Match contains the tag, by weak comparison; `*` matches everything. */
export function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  return field.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
