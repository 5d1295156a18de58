import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from './log.ts'

/** An identifier from the proxy in front is kept, as long as it can do no harm in a log or a header. */
const acceptable = /^[\w.:-]{1,128}$/

/**
 * One line a request: identifier, method, path, status, milliseconds. No network address, no query, no header: they may
 * be personal.
 */
export function createRequestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId(req, res) {
      const given = req.headers['x-request-id']
      const id = typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
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
