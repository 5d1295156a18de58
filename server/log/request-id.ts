import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** An identifier from the proxy in front is kept, as long as it can do no harm in a log or a header. */
const acceptable = /^[\w.:-]{1,128}$/

/** What a request is called in the log and in `X-Request-Id`: the name that the proxy gave it, or a random one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}
