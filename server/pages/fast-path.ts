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
 * The listener in front of the application. It answers and logs requests for cached pages itself.
 *
 * @param isReady whether the site wants further requests; if not, each response asks the client to close the connection
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
    // The same line as in `createRequestLog`.
    const request = { id, method: req.method, path: page.loggedPath }
    log.info(
      { reqId: id, req: request, ...traceFieldOf(req), res: { status }, milliseconds: Math.round(duration) },
      'request',
    )
  }
}

/** The label of all unknown paths, so that a flood of invented paths is one series. */
const unmatched = 'unmatched'

/**
 * The metrics label of a request: the pattern of its route or page, without language prefix. The path itself is never a label, so
 * that the number of series is limited.
 *
 * @param req after the application: Express sets the matched `route`
 */
function routeOf(req: IncomingMessage & { route?: { path?: unknown }; originalUrl?: string }): string {
  if (typeof req.route?.path === 'string') return req.route.path
  const [path = ''] = (req.originalUrl ?? req.url ?? '').split('?', 1)
  const address = addressOf(path)
  if (address !== null) return pages[address.page].path
  // Built files are not routes of Express. Missing files have the same label.
  const file = /^\/(assets\/|share\/)?[^/]+\.[a-z0-9]+$/.exec(path)
  return file ? `/${file[1] ?? ''}:file` : unmatched
}
