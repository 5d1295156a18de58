import type { IncomingMessage } from 'node:http'
import { addressOf, pages } from '../../shared/site-map.ts'

/** One label for all that is no address of this site: a flood of invented ones is one series. */
const unmatched = 'unmatched'

/**
 * The label that a request counts under: the pattern of its route or of its page, without language prefix; never its own address,
 * so that there are only as many series as routes.
 *
 * @param req as the application has left it: Express notes the route that matched
 */
export function routeOf(req: IncomingMessage & { route?: { path?: unknown }; originalUrl?: string }): string {
  if (typeof req.route?.path === 'string') return req.route.path
  const [path = ''] = (req.originalUrl ?? req.url ?? '').split('?', 1)
  const address = addressOf(path)
  if (address !== null) return pages[address.page].path
  // Built files, which are no routes of Express; those that are not there count with them.
  const file = /^\/(assets\/|share\/)?[^/]+\.[a-z0-9]+$/.exec(path)
  return file ? `/${file[1] ?? ''}:file` : unmatched
}
