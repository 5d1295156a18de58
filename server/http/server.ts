import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { closeIdleAfter } from './connections.ts'
import { endAfterBody } from './request-body.ts'
import type { Observer, RefusalStatus } from '../log/observer.ts'

export const publicLimits = {
  /** From a connection's start, or a further request's first byte, until the whole head, in milliseconds. */
  headersMs: 15_000,
  /** The same until the whole body. */
  requestMs: 30_000,
  /** Without a byte in either direction, as of a client that does not read its response. */
  silenceMs: 120_000,
  /** Between two requests: longer than a proxy keeps its idle connections (60 s in nginx), so that it never sends into a closing one. */
  keepAliveMs: 65_000,
  /** Fewer than a process may open, so that files and calls to others find a descriptor in a flood too. */
  connections: 10_000,
  /** Header fields of one request: ten times what browsers and proxies send. */
  headers: 1000,
}

export type HttpLimits = typeof publicLimits

/**
 * Node's HTTP server with bounds on every wait. What cannot be understood as a request it answers itself, with an empty 400, 408,
 * 413 or 431, and closes the connection.
 *
 * @param onRefusal called with what does not reach the listener; Node does not report a request without Host, or with an
 *   expectation other than 100-continue
 * @see https://nodejs.org/api/http.html#class-httpserver
 */
export function createHttpServer(
  listener: RequestListener,
  onRefusal: Observer['onRefusal'] = () => {},
  limits: HttpLimits = publicLimits,
): Server {
  const { headersMs, requestMs, silenceMs, keepAliveMs, connections, headers } = limits
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(5000, headersMs),
    },
    (req, res) => {
      const target = originForm(req.url ?? '')
      // At its bound Node silently drops further fields, a second Host or a proxy's own among them.
      const hasAllHeaders = req.rawHeaders.length < 2 * headers
      if (target !== null && hasAllHeaders && hasOneHost(req)) {
        req.url = target
        return listener(req, res)
      }
      const status = hasAllHeaders ? 400 : 431
      onRefusal(status)
      res.statusCode = status
      res.setHeader('Connection', 'close').setHeader('Content-Length', 0)
      endAfterBody(req, res)
    },
  )
  server.maxHeadersCount = headers
  // A client that asks first is told to continue once its body is read, or has a refusal before it sends one (RFC 9110 §10.1.1).
  // What it sends after that could not be told from a further request.
  server.on('checkContinue', (req, res) => {
    res.setHeader('Connection', 'close')
    req.once('resume', () => {
      if (!res.headersSent) res.writeContinue()
    })
    server.emit('request', req, res)
  })
  server.timeout = silenceMs
  server.maxConnections = connections
  // A further request may begin at the last moment, and then has the usual time for its head.
  closeIdleAfter(server, keepAliveMs + headersMs)
  // A listener of `clientError` would have to write Node's answers; the error that then ends the connection says as much.
  server.on('connection', (socket) =>
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const status = refusalOf(error)
      if (status !== null) onRefusal(status)
    }),
  )
  return server
}

/** The status that Node has answered before it ended a connection with this error; null where the client has left. */
function refusalOf({ code = '' }: NodeJS.ErrnoException): RefusalStatus | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code.startsWith('HPE_') ? 400 : null
}

/** An authority without user, as RFC 3986 §3.2 spells it; empty where the address has none. */
const authority = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** Two names for one site, or an impossible one, are a way past the proxy in front (RFC 9112 §3.2). */
function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2 && authority.test(headers.host ?? '')
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
