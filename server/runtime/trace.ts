import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** The trace that a request belongs to: 32 hexadecimal digits, and whether it is recorded. */
type Trace = { id: string; isSampled: boolean }

/** Version, trace, parent and flags; what a later version appends is not read. */
const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/

/**
 * Reads a `traceparent`; null where it is missing or not one.
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

/** Everything that a request causes from here on belongs to its trace, or to none. */
export const continueTrace: RequestHandler = (req, _res, next) => current.run(traceOf(req), next)

/** Runs work that outlives its request: it belongs to no trace. */
export function outsideTraces<T>(run: () => T): T {
  return current.run(null, run)
}

/** The trace in a log line, named as OpenTelemetry does in its formats other than its own. */
export type TraceField = { trace_id?: string }

export function currentTraceField(): TraceField {
  return fieldOf(current.getStore() ?? null)
}

/** For lines that are written as a response ends, where Node runs outside its request. */
export function traceFieldOf(req: IncomingMessage): TraceField {
  return fieldOf(traceOf(req))
}

function fieldOf(trace: Trace | null): TraceField {
  return trace === null ? {} : { trace_id: trace.id }
}

/** The `traceparent` of a call, with a new identifier of its own as the parent; null outside a trace. */
export function nextTraceparent(): string | null {
  const trace = current.getStore() ?? null
  return trace && `00-${trace.id}-${randomBytes(8).toString('hex')}-${trace.isSampled ? '01' : '00'}`
}
