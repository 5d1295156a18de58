import { type DestinationStream, type Logger, pino } from 'pino'
import { readable } from './readable-lines.ts'
import { currentTraceField } from './trace.ts'

export type Log = Logger

/** Structured logs: one JSON object a line, or readable lines on a terminal. Never log personal data or secrets. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: currentTraceField }, destination)
}

/** Limit of buffered bytes while the log is not read. pino drops further lines. */
const maxWaitingBytes = 4 * 2 ** 20
/** Retries of a full pipe as the process ends, 100 ms apart. */
const maxLastTries = 5

/** All logs of a process share one destination, since there is only one standard output. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? createTerminal() : createOutput())
}

/** The terminal of a site in the background may be closed. Only log lines are lost then. */
function createTerminal(): DestinationStream {
  process.stdout.on('error', () => {})
  return readable(process.stdout)
}

/** Lines are written in the background. The last ones are written as the process ends, except by SIGKILL. */
function createOutput(): DestinationStream {
  let isFailing = false
  let tries = Infinity
  // Must run before pino's own listener, which retries for ever if a disk or pipe is full (sonic-boom 4.2, `flushSync`).
  process.once('exit', () => {
    tries = maxLastTries
    try {
      if (!isFailing) output.flushSync()
    } catch {
      // The last lines are lost.
    }
    output.destroy()
  })
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 1,
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => tries-- > 0,
  })
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  return output
}
