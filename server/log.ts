import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Structured logs, one JSON object a line on standard output. No personal data and no secret is ever given to it. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
