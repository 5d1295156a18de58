import type { RequestHandler } from 'express'
import { payloadTooLarge } from './http-error.ts'

/**
 * Refuses by its head a body that announces more than is ever read. The parsers take all of it in before they refuse it,
 * also from a client that waits to be asked for it.
 *
 * @param mostBytes as the parser behind it reads
 */
export function createAnnouncedLengthLimit(mostBytes: number): RequestHandler {
  return (req, _res, next) => {
    if (Number(req.get('content-length')) > mostBytes) throw payloadTooLarge(mostBytes)
    next()
  }
}
