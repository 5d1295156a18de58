import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogOutput } from './output.ts'
import { readable } from './readable-lines.ts'

export type Log = Logger

/**
 * Structured logs, one JSON object a line; on a terminal, lines for whoever sits there. No personal data and no secret is
 * ever given to it.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

/** A line stays in memory for so long at most, in milliseconds. */
const heldBackMs = 100

/** One a process, however many logs: there is one descriptor. */
let shared: DestinationStream | null = null

function standardOutput(): DestinationStream {
  return (shared ??= process.stdout.isTTY ? readable(process.stdout) : heldBackOutput())
}

function heldBackOutput(): DestinationStream {
  const output = createLogOutput(1, missingLine)
  setInterval(() => output.flush(), heldBackMs).unref()
  // Whatever ends the process, short of SIGKILL, the last lines are those that tell why.
  process.once('exit', output.flushSync)
  return output
}

/** As pino would write it. */
function missingLine(lines: number): string {
  const [level, time] = [pino.levels.values.warn, new Date().toISOString()]
  return `${JSON.stringify({ level, time, lines, msg: 'lines are missing here: nobody read the log for a while' })}\n`
}
