import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from './log.ts'
import { loggedPath } from './logged-path.ts'
import { requestIdOf } from './request-id.ts'

/**
 * One line a request: identifier, method, path, status, milliseconds. No network address, no query, no header: they may
 * be personal.
 */
export function createRequestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId(req, res) {
      const id = requestIdOf(req)
      res.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customAttributeKeys: { responseTime: 'milliseconds' },
    quietReqLogger: true,
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: loggedPath(url),
      }),
      res: ({ statusCode, raw }: { statusCode: number; raw: ServerResponse }) => ({
        status: statusCode,
        // The client left before the answer was whole; the status is what it would have been, as far as it was known.
        ...(raw.writableFinished ? {} : { aborted: true }),
      }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  })
}
