import { type DestinationStream, symbols } from 'pino'
import type { Log } from '../log/log.ts'

/** An answer that was given without the application; `path` in JSON, as it may stand in the log. */
export type Answered = { id: string; method: string | undefined; path: string; status: number; milliseconds: number }

/**
 * Writes the line of a request as `createRequestLog` does, without what a general logger does for any object: that took an
 * eighth of a prepared answer's time (docs/performance.md).
 */
export function createRequestLine(log: Log): (answered: Answered) => void {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym]
  let second = -1
  let upToSeconds = ''

  /** As `toISOString` says it, which is asked once a second. */
  function time(): string {
    const milliseconds = Date.now()
    const now = Math.floor(milliseconds / 1000)
    if (now !== second) {
      second = now
      upToSeconds = new Date(milliseconds).toISOString().slice(0, 20)
    }
    return `${upToSeconds}${String(milliseconds % 1000).padStart(3, '0')}Z`
  }

  return ({ id, method = '', path, status, milliseconds }) => {
    if (!log.isLevelEnabled('info')) return
    // Identifiers and methods hold nothing that JSON would escape: request-id.ts, and RFC 9110's tokens that Node knows.
    const request = `{"id":"${id}","method":"${method}","path":${path}}`
    const rest = `"res":{"status":${status}},"milliseconds":${Math.round(milliseconds)},"msg":"request"`
    stream?.write(`{"level":30,"time":"${time()}","reqId":"${id}","req":${request},${rest}}\n`)
  }
}
