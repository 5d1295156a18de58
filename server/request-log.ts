import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from './log.ts'
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
        path: url.split('?', 1)[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  })
}
