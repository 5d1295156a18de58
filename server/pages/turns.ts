import type { Socket } from 'node:net'

/**
 * Lets each connection have one thing made for it at a time. Its answers go out in the order in which they were asked for (RFC 9112,
 * section 9.3.2), so making many at once brings none of them sooner: it only lets one packet of a thousand requests take
 * the processor and the memory of everybody else.
 *
 * @returns what was made; null where the connection was gone before its turn came, and nobody waits for it any more
 */
export function createTurns() {
  const last = new WeakMap<Socket, Promise<unknown>>()

  return function inTurn<T>(connection: Socket, make: () => Promise<T>): Promise<T | null> {
    const take = async () => (connection.destroyed ? null : make())
    // A failure is told to the request that it belongs to; the next has its turn all the same.
    const turn = (last.get(connection) ?? Promise.resolve()).then(take, take)
    last.set(connection, turn)
    return turn
  }
}
