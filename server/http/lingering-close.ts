import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

export type LingeringLimits = {
  /** How long what is left of a body is taken in once its answer is out, in milliseconds. */
  lingerMs: number
  /** How much of it. */
  lingerBytes: number
}

/**
 * Has a connection closed in stages where Node closes it after this request, and the answer was out before the body was in:
 * a refusal, for the most part. The kernel resets a connection that is closed on unread bytes, and the reset overtakes the
 * answer. So this side says that it has no more to say, and takes in the rest within bounds.
 *
 * @see RFC 9112 §9.6
 */
export function lingerOnClose(req: IncomingMessage, { lingerMs, lingerBytes }: LingeringLimits): void {
  const { socket } = req
  // What Node's HTTP server closes a connection by. It may be called for a later request: by then this one is complete.
  socket.destroySoon = () => {
    if (req.complete) return Socket.prototype.destroySoon.call(socket)
    const giveUp = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(giveUp))
    let left = lingerBytes
    socket.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) socket.destroy()
    })
    // Before Node hears it, and takes a body that breaks off now for a request that it has to refuse.
    socket.prependOnceListener('end', () => socket.destroy())
    req.resume().once('end', () => socket.destroy())
    socket.end()
  }
}
