import { createServer, type RequestListener, type Server } from 'node:http'
import type { Observer, RefusalStatus } from './runtime/observer.ts'

/** Node's limits; times are in milliseconds. docs/security.md says what an attacker can do within them. */
export const publicLimits = {
  /** Timeout from a connection's start, or a later request's first byte, to the end of the head. */
  headersTimeout: 15_000,
  /** The same to the end of the body. */
  requestTimeout: 30_000,
  /** Longer than proxies keep idle connections (60 s in nginx), so that they never send into a closing one. */
  keepAliveTimeout: 65_000,
  /** How often Node checks the first two timeouts. */
  connectionsCheckingInterval: 5000,
  /** Timeout without a byte in either direction, for example if a client does not read its response. */
  timeout: 120_000,
  /** Below the limit of open files, so that files and outgoing calls still get descriptors in a flood. */
  maxConnections: 10_000,
  /** Only the 16 KiB of a head limit it. With a count, Node drops further headers silently, even a proxy's own. */
  maxHeadersCount: 0,
}

export type HttpLimits = typeof publicLimits

/**
 * Node's HTTP server. Node itself answers malformed, slow or large requests with an empty 400, 408, 413 or 431, and closes the
 * connection.
 *
 * @param onRefusal called if a request does not reach the listener. Node does not report requests without Host, or with an
 *   expectation other than 100-continue.
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
  // A `clientError` listener would have to write Node's responses itself. The socket's error has the same code.
  server.on('connection', (socket) =>
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const status = refusalStatusOf(error)
      if (status !== null) onRefusal(status)
    }),
  )
  return server
}

/** The status that Node sent before this error closed the connection; null if the client disconnected. */
function refusalStatusOf({ code = '' }: NodeJS.ErrnoException): RefusalStatus | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code.startsWith('HPE_') ? 400 : null
}

/**
 * The request target as a path with its query. Servers must also accept an absolute URL, which clients send to proxies (RFC 9112
 * §3.2.2). Null if it is invalid: Express would use Node's legacy parser, which warns about invalid ports on standard error and
 * will throw one day (DEP0170).
 */
function originForm(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const address = URL.canParse(target) ? new URL(target) : null
  return address && /^https?:$/.test(address.protocol) ? address.pathname + address.search : null
}
