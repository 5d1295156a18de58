import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Encoding, isCompressible, negotiate, type Representation } from './content-encoding.ts'
import { endAfterBody } from './request-body.ts'

/**
 * Sends a body in the encoding that the client likes best: 200 (or `status`), or 304 where the client already has it. Headers set
 * before stay; HEAD gets the same headers and no body.
 *
 * @see RFC 9110 §13.1.2 (If-None-Match), §15.4.5 (304)
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  // A client that refuses everything gets the plain bytes all the same: a page beats a 406 (RFC 9110 §12.5.3 allows it).
  const encoding = negotiate(request.headers['accept-encoding']) ?? 'identity'
  const encoded = representation.encoded[encoding]
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // Not for a font: Firefox preloads it with compression and loads it without, and would ask for it anew each time.
  if (!response.hasHeader('Vary') && isCompressible(representation.type)) response.setHeader('Vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], encoded.etag)) {
    response.setHeader('ETag', encoded.etag)
    response.writeHead(304).end()
    return
  }
  for (const [name, value] of Object.entries(entityHeaders(representation, encoding))) response.setHeader(name, value)
  response.writeHead(status)
  endAfterBody(request, response, request.method === 'HEAD' ? undefined : encoded.bytes)
}

/** The headers that name a body in one encoding. */
export function entityHeaders({ type, encoded }: Representation, encoding: Encoding): Record<string, string | number> {
  const { bytes, etag } = encoded[encoding]
  return {
    ETag: etag,
    'Content-Type': type,
    // A body that no compression made smaller is sent as it stands.
    ...(encoding !== 'identity' && bytes !== encoded.identity.bytes ? { 'Content-Encoding': encoding } : {}),
    'Content-Length': bytes.length,
  }
}

/** Whether If-None-Match names the tag, compared weakly as it must be; `*` matches everything. */
export function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  return field.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
