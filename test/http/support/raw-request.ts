import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends a request exactly as written. Other clients normalize paths, request compression and decompress. */
export function rawRequest(
  siteUrl: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(siteUrl)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      buffer(answer).then((body) => resolve({ status, headers, body }), reject)
    })
    sent.on('error', reject)
    sent.end(body || undefined)
  })
}
