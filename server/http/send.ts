import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isCompressible, negotiate, type Representation } from './content-encoding.ts'

/**
 * Sends a body in the encoding that the client likes best: 200 (or `status`), or 304 where the client already has it. Headers set
 * before stay; HEAD gets the same headers and no body. Express and the fast path both answer by this function alone, so that no
 * page has headers of its own in one of them.
 *
 * @param headers by name; a list is sent as one header a value
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
  const set = (name: string, value: string | number | string[] | undefined) => {
    // By `setHeader`: up to Node 20 `writeHead` keeps one value of a name where others were set before.
    if (value !== undefined) response.setHeader(name, value)
  }
  for (const name of Object.keys(headers)) set(name, headers[name])
  // Not for a font: Firefox preloads it with compression and loads it without, and would ask for it anew each time.
  if (!response.hasHeader('Vary') && isCompressible(type)) set('Vary', 'Accept-Encoding')
  set('ETag', etag)
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return 304
  }
  set('Content-Type', type)
  // A body that no compression made smaller is sent as it stands.
  if (encoding !== 'identity' && bytes !== encoded.identity.bytes) set('Content-Encoding', encoding)
  set('Content-Length', bytes.length)
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : bytes)
  return status
}

/** Whether If-None-Match names the tag, compared weakly as it must be; `*` matches everything. */
export function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  return field.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
