import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Wait = { unanswered: number; timer: NodeJS.Timeout }

/**
 * Cuts a connection on which no request has come for a time since the last answer. Node's own wait begins anew at every
 * byte, and an empty line is no request (RFC 9112 §2.2): such lines would keep a connection for ever.
 *
 * @param mostMs from an answer's end until the head of the next request is there, in milliseconds
 */
export function cutIdleConnections(server: Server, mostMs: number): void {
  const waits = new WeakMap<Socket, Wait>()

  server.on('connection', (socket) => {
    const cut = () => {
      if (wait.unanswered === 0) socket.destroy()
    }
    const wait: Wait = { unanswered: 0, timer: setTimeout(cut, mostMs).unref() }
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
