import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes a connection on which no request has come for a time since the last response. Node's own wait begins anew at every byte,
 * and an empty line is no request (RFC 9112 §2.2): such lines would keep a connection for ever.
 *
 * @param mostMs from a response's end until the head of the next request is there, in milliseconds
 */
export function closeIdleAfter(server: Server, mostMs: number): void {
  const waits = new WeakMap<Socket, { unanswered: number; timer: NodeJS.Timeout }>()

  server.on('connection', (socket) => {
    const close = () => {
      if (wait.unanswered === 0) socket.destroy()
    }
    const wait = { unanswered: 0, timer: setTimeout(close, mostMs).unref() }
    waits.set(socket, wait)
    socket.once('close', () => clearTimeout(wait.timer))
  })

  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const wait = waits.get(socket)
    if (wait === undefined) return
    wait.unanswered += 1
    res.once('close', () => {
      wait.unanswered -= 1
      wait.timer.refresh()
    })
  })
}

/**
 * Knows the connections over which nothing has come yet: of a browser that connected ahead, of a probe. For Node they wait for a
 * response, and `closeIdleConnections` leaves them open.
 *
 * @returns a function that closes them
 */
export function trackUnused(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
