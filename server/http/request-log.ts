import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from '../runtime/log.ts'
import { traceFieldOf } from '../runtime/trace.ts'

/**
 * Logs each request: identifier, trace, method, path, status, milliseconds. No network address, no query, no header: they may
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
    customSuccessObject: (req, _res, line: Record<string, unknown>) => ({ ...traceFieldOf(req), ...line }),
    // Drops the error that pino-http makes up for a status: the cause has a line of its own.
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

/** An identifier from the proxy in front may look like this, to do no harm in a log or a header. */
const acceptable = /^[\w.:-]{1,128}$/

/** A request's identifier in the log and in `X-Request-Id`: the proxy's, or a random one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}

const longest = 300
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/**
 * The part of a request's address that may stand in the log: not its query, no part that holds an e-mail address, and no uuid, since
 * that of a preview lets its reader see the draft.
 */
export function loggedPath(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  // Part by part: one expression for it all would take a tenth of a second for the longest address.
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '(address)' : part))
  return parts.join('/').replace(uuid, '(uuid)').slice(0, longest)
}
