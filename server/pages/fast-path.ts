import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { addressOf, pages } from '../../shared/site-map.ts'
import { createConnectionQueue } from '../http/connection-queue.ts'
import { negotiate } from '../http/content-encoding.ts'
import { entityHeaders, matches } from '../http/send.ts'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import { requestIdOf } from '../log/request-log.ts'
import { traceFieldOf } from '../log/trace.ts'
import type { PageCache } from './page-cache.ts'

/**
 * What stands before the application: a page that may be served from the cache goes out at once, with its line in the log. Of all
 * else each connection has one request answered at a time.
 */
export function createFastPath(app: Express, cache: PageCache, log: Log, observer: Observer): RequestListener {
  const inTurn = createConnectionQueue()
  return (req, res) => {
    const began = performance.now()
    const found = cache.find(req)
    if (found === null) {
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : null
        observer.onAnswer(routeOf(req), req.method, status, performance.now() - began)
      })
      return inTurn(req.socket, res, () => void app(req, res))
    }
    const id = requestIdOf(req)
    const status = send(req, res, found, id)
    const duration = performance.now() - began
    observer.onAnswer(routeOf(req), req.method, status, duration)
    observer.onPage('prepared')
    // As `createRequestLog` writes it.
    const request = { id, method: req.method, path: found.page.loggedPath }
    const trace = traceFieldOf(req)
    log.info({ reqId: id, req: request, ...trace, res: { status }, milliseconds: Math.round(duration) }, 'request')
  }
}

type Found = NonNullable<ReturnType<PageCache['find']>>

/** @returns the status: 200, or 304 where the client has these bytes */
function send(req: IncomingMessage, res: ServerResponse, { page, document }: Found, id: string): 200 | 304 {
  const encoding = negotiate(req.headers['accept-encoding']) ?? 'identity'
  const { bytes, etag } = document.encoded[encoding]
  if (matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, [...page.headers, 'ETag', etag, 'X-Request-Id', id]).end()
    return 304
  }
  const entity = Object.entries(entityHeaders(document, encoding)).flat()
  res.writeHead(200, [...page.headers, ...entity, 'X-Request-Id', id])
  res.end(req.method === 'HEAD' ? undefined : bytes)
  return 200
}

/** One label for all that is no address of this site: a flood of invented ones is one series. */
const unmatched = 'unmatched'

/**
 * The label that a request counts under: the pattern of its route or of its page, without language prefix; never its own address,
 * so that there are only as many series as routes.
 *
 * @param req as the application has left it: Express notes the route that matched
 */
function routeOf(req: IncomingMessage & { route?: { path?: unknown }; originalUrl?: string }): string {
  if (typeof req.route?.path === 'string') return req.route.path
  const [path = ''] = (req.originalUrl ?? req.url ?? '').split('?', 1)
  const address = addressOf(path)
  if (address !== null) return pages[address.page].path
  // Built files, which are no routes of Express; those that are not there count with them.
  const file = /^\/(assets\/|share\/)?[^/]+\.[a-z0-9]+$/.exec(path)
  return file ? `/${file[1] ?? ''}:file` : unmatched
}
