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
/** A full pipe is tried so often again as the process ends, 100 ms apart. */
const lastTries = 5

/** One a process, however many logs: there is one descriptor. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? readable(process.stdout) : createOutput())
}

/**
 * Lines are written one after another without making the site wait; what ends the process, short of SIGKILL, writes the last ones. By
 * itself pino would try for ever then, where the disk is full or the reader has left (sonic-boom 4.2, `flushSync`).
 */
function createOutput(): DestinationStream {
  let isFailing = false
  let tries = Infinity
  // Before pino's own listener.
  process.once('exit', () => {
    tries = lastTries
    try {
      if (!isFailing) output.flushSync()
    } catch {
      // A pipe that stays full: the last lines are lost.
    }
    output.destroy()
  })
  const retryEAGAIN = () => tries-- > 0
  // Of no smallest length, `flush` would wait for nothing.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: mostWaiting, retryEAGAIN })
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  return output
}
