import { createServer, type RequestListener, type Server } from 'node:http'
import type { Observer, RefusalStatus } from './runtime/observer.ts'

/** Node's own bounds; what an outsider can do within them is in docs/security.md. Milliseconds. */
export const publicLimits = {
  /** From a connection's start, or a further request's first byte, until the whole head. */
  headersTimeout: 15_000,
  /** The same until the whole body. */
  requestTimeout: 30_000,
  /** Between two requests: longer than a proxy keeps its idle connections (60 s in nginx), so that it never sends into a closing one. */
  keepAliveTimeout: 65_000,
  /** How often Node looks for requests beyond the first two. */
  connectionsCheckingInterval: 5000,
  /** Without a byte in either direction, as of a client that does not read its response. */
  timeout: 120_000,
  /** Fewer than a process may open, so that files and calls to others find a descriptor in a flood too. */
  maxConnections: 10_000,
  /** No bound but the 16 KiB of a head: at a bound Node drops further fields without a word, a proxy's own among them. */
  maxHeadersCount: 0,
}

export type HttpLimits = typeof publicLimits

/**
 * Node's HTTP server. Node itself answers what it cannot read as a request, or not in time, by an empty 400, 408, 413 or 431, and closes the
 * connection.
 *
 * @param onRefusal called if a request does not reach the listener; Node does not report one without Host, or with an
 *   expectation other than 100-continue
 * @see https://nodejs.org/api/http.html#class-httpserver
 */
export function createHttpServer(
  listener: RequestListener,
  onRefusal: Observer['onRefusal'] = () => {},
  { timeout, maxConnections, maxHeadersCount, ...limits }: HttpLimits = publicLimits,
): Server {
  const server = createServer(limits, (req, res) => {
    const target = originForm(req.url ?? '')
    if (target === null) {
      onRefusal(400)
      res.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end()
      return
    }
    req.url = target
    listener(req, res)
  })
  Object.assign(server, { timeout, maxConnections, maxHeadersCount })
  // A listener of `clientError` would have to write Node's answers; the error that then ends the connection says as much.
  server.on('connection', (socket) =>
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const status = refusalStatusOf(error)
      if (status !== null) onRefusal(status)
    }),
  )
  return server
}

/** The status that Node has answered before it ended a connection with this error; null where the client has left. */
function refusalStatusOf({ code = '' }: NodeJS.ErrnoException): RefusalStatus | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code.startsWith('HPE_') ? 400 : null
}

/**
 * The target as a path with its query: a client that takes this server for a proxy sends a whole address, which it must take too
 * (RFC 9112 §3.2.2). Null for what is no address of the web; Express would read it with Node's old parser, which warns about
 * invalid ports on standard error and is to throw one day (DEP0170).
 */
function originForm(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const address = URL.canParse(target) ? new URL(target) : null
  return address && /^https?:$/.test(address.protocol) ? address.pathname + address.search : null
}
