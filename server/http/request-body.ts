import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { payloadTooLarge } from './http-error.ts'

/**
 * Refuses a body by its Content-Length. The parsers read all of it before they refuse it, also from a client that waits to be asked
 * for it.
 *
 * @param mostBytes as the parser behind it reads
 */
export function createContentLengthLimit(mostBytes: number): RequestHandler {
  return (req, _res, next) => {
    if (Number(req.get('content-length')) > mostBytes) throw payloadTooLarge(mostBytes)
    next()
  }
}

/** How long the rest of a body is read after the response, in milliseconds. A stop takes longer (`drainMs` in server/serve.ts). */
const longestMs = 2000
/** More than the largest body that is taken, which is a delivery of Ghost's. */
const mostBytes = 16 * 2 ** 20

/**
 * Ends a response, which goes out at once. Where the connection is to close while the request's body is still coming, as after many
 * refusals, it closes only when the body is over or a bound is reached: the kernel resets a connection that is closed on unread
 * bytes, and the reset overtakes the response. On a connection that stays Node reads the rest by itself.
 *
 * @param res with a Content-Length, by which the client knows where it ends
 * @see RFC 9112 §9.6
 */
export function endAfterBody(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer | string = '',
  bounds = { milliseconds: longestMs, bytes: mostBytes },
): void {
  const closes = !res.shouldKeepAlive || res.getHeader('Connection') === 'close'
  if (!closes || !isBodyComing(req)) return void res.end(bytes)
  if (bytes.length > 0) res.write(bytes)
  else res.flushHeaders()
  const cut = () => res.end(() => req.socket.destroy())
  const timer = setTimeout(cut, bounds.milliseconds)
  const end = () => {
    clearTimeout(timer)
    res.end()
  }
  let left = bounds.bytes
  req.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) cut()
  })
  req.once('end', end).once('close', end).resume()
}

function isBodyComing({ complete, headers }: IncomingMessage): boolean {
  // A client that asks first sends none after a refusal.
  if (complete || headers.expect !== undefined) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
