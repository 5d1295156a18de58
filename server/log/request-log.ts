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
    customLogLevel: (req, res, error) => (error ? 'error' : levelOf(res.statusCode, req.url)),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    // Without the error that pino-http makes up for a status: the cause has a line of its own.
    customErrorObject: (_req, { statusCode }, error, { err, ...line }: Record<string, unknown>) =>
      error.message === `failed with status code ${statusCode}` ? line : { ...line, err },
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
        // The client left before the response was whole; the status is the one it would have had.
        ...(raw.writableFinished ? {} : { aborted: true }),
      }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  })
}

/** Only 500 is a defect: 502 and 503 say that others fail, or at `/readyz` that the site is stopping. */
function levelOf(status: number, url = ''): 'error' | 'warn' | 'info' {
  if (status < 500 || (status === 503 && loggedPath(url) === '/readyz')) return 'info'
  return status === 500 ? 'error' : 'warn'
}
