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
const mostWaiting = 4 * 2 ** 20

/** One a process, however many logs: there is one descriptor. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? readable(process.stdout) : createOutput())
}

/** Lines are written in the background, and the last ones as the process ends. */
function createOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: mostWaiting })
  // Of a full disk, say; without a listener it would end the process.
  output.on('error', () => {})
  return output
}
