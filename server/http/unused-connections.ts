import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Knows the connections over which nothing has come yet: a browser's that connected ahead, a probe's. For Node they wait
 * for an answer, and `closeIdleConnections` leaves them open.
 *
 * @returns a function that cuts them
 */
export function watchUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
