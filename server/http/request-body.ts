import type { RequestHandler } from 'express'
import { payloadTooLarge } from './http-error.ts'

/**
 * Refuses a body by its Content-Length. The parsers read all of it before they refuse it, also from a client that waits to be asked
 * for it.
 *
 * @param mostBytes as the parser behind it reads
 */
export function createContentLengthLimit(mostBytes: number): RequestHandler {
  return (req, _res, next) => {
    if (Number(req.get('content-length')) > mostBytes) throw payloadTooLarge(mostBytes)
    next()
  }
}
