import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from '../runtime/log.ts'
import { traceFieldOf } from '../runtime/trace.ts'

/**
 * Logs each request: identifier, trace, method, path, status, milliseconds. IP addresses, queries and headers may be personal, so
 * they are not logged.
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
    customSuccessObject: (req, _res, line: Record<string, unknown>) => ({ ...traceFieldOf(req), ...line }),
    // pino-http invents an error for the status. The real cause has its own line.
    customErrorObject: (req, { statusCode }, error, { err, ...line }: Record<string, unknown>) => ({
      ...traceFieldOf(req),
      ...line,
      ...(error.message === `failed with status code ${statusCode}` ? {} : { err }),
    }),
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
        // The client disconnected before the response was complete. The status is what it would have received.
        ...(raw.writableFinished ? {} : { aborted: true }),
      }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  })
}

/** Only 500 is a defect. 502 and 503 mean that another host fails or, at `/readyz`, that the site is stopping. */
function levelOf(status: number, url = ''): 'error' | 'warn' | 'info' {
  if (status < 500 || (status === 503 && loggedPath(url) === '/readyz')) return 'info'
  return status === 500 ? 'error' : 'warn'
}

/** Request IDs of the proxy that are harmless in a log and in a header. */
const acceptable = /^[\w.:-]{1,128}$/

/** The request ID in the log and in `X-Request-Id`: the proxy's, or a random one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}

const maxLoggedPath = 300
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/**
 * The path of a request for the log: without its query, e-mail addresses and UUIDs. With a preview's UUID, anyone could read the
 * draft.
 */
export function loggedPath(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  // Part by part: one regular expression would take a tenth of a second for the longest URL.
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '(address)' : part))
  return parts.join('/').replace(uuid, '(uuid)').slice(0, maxLoggedPath)
}
