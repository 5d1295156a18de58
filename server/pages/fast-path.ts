import type { IncomingMessage, RequestListener } from 'node:http'
import type { Express } from 'express'
import { addressOf, pages } from '../../shared/site-map.ts'
import { send } from '../http/send.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import { requestIdOf } from '../http/request-log.ts'
import { traceFieldOf } from '../runtime/trace.ts'
import type { PageCache } from './page-cache.ts'

/**
 * The listener in front of the application: a page that the cache may serve goes out at once, with its line in the log.
 *
 * @param isReady whether the site wants further requests; from then on each response asks its client to close the connection
 */
export function createFastPath(
  app: Express,
  cache: PageCache,
  isReady: () => boolean,
  log: Log,
  observer: Observer,
): RequestListener {
  return (req, res) => {
    const began = performance.now()
    if (!isReady()) res.setHeader('Connection', 'close')
    const found = cache.find(req)
    if (found === null) {
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : null
        observer.onAnswer(routeOf(req), req.method, status, performance.now() - began)
      })
      return void app(req, res)
    }
    const { page, document } = found
    const id = requestIdOf(req)
    const status = send(req, res, document, { headers: [...page.headers, 'X-Request-Id', id] })
    const duration = performance.now() - began
    observer.onAnswer(pages[page.address.page].path, req.method, status, duration)
    observer.onPage('fast')
    // As `createRequestLog` writes it.
    const request = { id, method: req.method, path: page.loggedPath }
    log.info(
      { reqId: id, req: request, ...traceFieldOf(req), res: { status }, milliseconds: Math.round(duration) },
      'request',
    )
  }
}

/** The label for all unknown addresses: a flood of invented ones is one series. */
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
