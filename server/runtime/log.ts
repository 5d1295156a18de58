import { type DestinationStream, type Logger, pino } from 'pino'
import { readable } from './readable-lines.ts'
import { currentTraceField } from './trace.ts'

export type Log = Logger

/**
 * Structured logs, one JSON object a line; on a terminal, lines that a person reads. No personal data and no secret is ever given
 * to it.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: currentTraceField }, destination)
}

/** So many bytes wait while the log is not read; pino drops lines beyond them. */
const maxWaiting = 4 * 2 ** 20
/** A full pipe is tried so often again as the process ends, 100 ms apart. */
const lastTries = 5

/** A process has one, however many logs: there is one descriptor. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? createTerminal() : createOutput())
}

/** A terminal may be closed under a site that was left in the background: its lines are lost, and nothing else. */
function createTerminal(): DestinationStream {
  process.stdout.on('error', () => {})
  return readable(process.stdout)
}

/** Lines are written in the background; any end of the process but by SIGKILL writes the last ones. */
function createOutput(): DestinationStream {
  let isFailing = false
  let tries = Infinity
  // Before pino's own listener, which tries for ever where a disk or a pipe is full (sonic-boom 4.2, `flushSync`).
  process.once('exit', () => {
    tries = lastTries
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
    maxLength: maxWaiting,
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
