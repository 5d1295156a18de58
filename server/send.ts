import type { IncomingMessage, ServerResponse } from 'node:http'
import { negotiate, type Representation } from './encoding.ts'

/**
 * Sends a prepared body in the encoding that the client likes best: 200 (or `status`), or 304 where the client already
 * has it. Headers set before stay; HEAD gets the same headers and no body.
 *
 * @see RFC 9110 §13.1.2 (If-None-Match), §15.4.5 (304)
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { type, encoded }: Representation,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  // A client that refuses everything gets the plain bytes all the same: a page beats a 406 (RFC 9110 §12.5.3 allows it).
  const encoding = negotiate(request.headers['accept-encoding']) ?? 'identity'
  const { bytes, etag } = encoded[encoding]
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('ETag', etag)
  if (!response.hasHeader('Vary')) response.setHeader('Vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', type)
  if (encoding !== 'identity' && bytes !== encoded.identity.bytes) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Whether If-None-Match names the tag, compared weakly as it must be; `*` matches everything. */
export function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  return field.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
