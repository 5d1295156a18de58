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

/** So many bytes wait while the log is not read; lines beyond them are dropped. */
const mostWaiting = 4 * 2 ** 20
/** A full pipe is tried so often again as the process ends, 100 ms apart. */
const lastTries = 5

/** One a process, however many logs: there is one descriptor. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? readable(process.stdout) : createOutput(1))
}

/** Lines are written one after another without making the site wait; what ends the process, short of SIGKILL, writes the last ones. */
function createOutput(dest: number): DestinationStream {
  let isFailing = false
  let tries = Infinity
  let dropped = 0
  // Before pino's own listener, which would try for ever (sonic-boom 4.2, `flushSync`).
  process.once('exit', () => {
    tries = lastTries
    try {
      if (!isFailing) output.flushSync()
    } catch {
      // A pipe that stays full: the last lines are lost.
    }
    output.destroy()
  })
  const output = pino.destination({
    dest,
    sync: false,
    // At once: a larger one holds lines back, a smaller one makes `flush` wait for nothing.
    minLength: 1,
    maxLength: mostWaiting,
    retryEAGAIN: () => tries-- > 0,
  })
  // A full disk, say: the next line is another try. At a closed pipe pino itself stops writing.
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  output.on('drop', () => {
    dropped += 1
  })
  output.on('drain', () => {
    if (dropped > 0) output.write(droppedLine(dropped))
    dropped = 0
  })
  return output
}

/** As pino would write it. */
function droppedLine(lines: number): string {
  const [level, time] = [pino.levels.values.warn, new Date().toISOString()]
  return `${JSON.stringify({ level, time, lines, msg: 'lines are missing here: the log was not read for a while' })}\n`
}
