import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Waiting = { res: ServerResponse; answer: () => void }

/**
 * Lets each connection have one request answered at a time, with a turn for all others between two of them. Responses go out in
 * the order of their requests (RFC 9112 §9.3.2), so making many at once brings none of them sooner: it only lets one packet of a
 * thousand requests take the processor and the memory of all other visitors.
 *
 * While requests wait, nothing more of their connection is read; what waits when it has closed is not answered.
 *
 * @returns to be called with each request: its connection, its response, and what sends that
 */
export function createConnectionQueue() {
  /** What waits behind the request that is being answered; a connection without such a request has no entry. */
  const queues = new WeakMap<Socket, Waiting[]>()

  function take(connection: Socket, queue: Waiting[], { res, answer }: Waiting): void {
    res.once('close', () => {
      if (queue.length === 0) queues.delete(connection)
      else setImmediate(takeNext, connection, queue)
    })
    answer()
  }

  function takeNext(connection: Socket, queue: Waiting[]): void {
    const next = queue.shift()
    if (next === undefined || !connection.writable) return
    // Its body may be still to come.
    if (queue.length === 0) connection.off('resume', pauseAgain).resume()
    take(connection, queue, next)
  }

  return function inTurn(connection: Socket, res: ServerResponse, answer: () => void): void {
    const queue = queues.get(connection)
    if (queue !== undefined) {
      if (queue.push({ res, answer }) === 1) connection.on('resume', pauseAgain).pause()
      return
    }
    const none: Waiting[] = []
    queues.set(connection, none)
    take(connection, none, { res, answer })
  }
}

/** Node reads on by itself after each response. */
function pauseAgain(this: Socket): void {
  this.pause()
}
