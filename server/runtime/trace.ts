import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** The trace of a request: 32 hexadecimal digits, and whether it is recorded. */
type Trace = { id: string; isSampled: boolean }

/** Version, trace, parent and flags. Fields of later versions are ignored. */
const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/

/**
 * Parses a `traceparent` header; null if it is missing or invalid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(header: string | undefined): Trace | null {
  const [, version = '', id = '', flags = '', rest] = pattern.exec(header ?? '') ?? []
  if (id === '' || (version === '00' && rest !== undefined)) return null
  return { id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const current = new AsyncLocalStorage<Trace | null>()

function traceOf(req: IncomingMessage): Trace | null {
  const { traceparent } = req.headers
  return typeof traceparent === 'string' ? parseTraceparent(traceparent) : null
}

/** Assigns the request's trace to everything that the request causes from here on. */
export const continueTrace: RequestHandler = (req, _res, next) => current.run(traceOf(req), next)

/** Runs work that outlives its request without a trace. */
export function outsideTraces<T>(run: () => T): T {
  return current.run(null, run)
}

/** The trace in a log line, by OpenTelemetry's name for logs in other formats. */
export type TraceField = { trace_id?: string }

export function currentTraceField(): TraceField {
  return fieldOf(current.getStore() ?? null)
}

/** For lines that are written as a response ends: Node then runs outside the request. */
export function traceFieldOf(req: IncomingMessage): TraceField {
  return fieldOf(traceOf(req))
}

function fieldOf(trace: Trace | null): TraceField {
  return trace === null ? {} : { trace_id: trace.id }
}

/** The `traceparent` of a call, with a new parent ID; null outside a trace. */
export function nextTraceparent(): string | null {
  const trace = current.getStore() ?? null
  return trace && `00-${trace.id}-${randomBytes(8).toString('hex')}-${trace.isSampled ? '01' : '00'}`
}
