import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What an identifier from the proxy in front may look like, to do no harm in a log or a header. */
const acceptable = /^[\w.:-]{1,128}$/

/** A request's identifier in the log and in `X-Request-Id`: the proxy's, or a random one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}
