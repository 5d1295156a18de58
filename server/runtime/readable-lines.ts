import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'

type Output = { write: (text: string) => unknown; hasColors?: () => boolean }

/** pino's log levels. */
const levels: Record<number, { name: string; colour: 'red' | 'yellow' | 'gray' } | undefined> = {
  60: { name: 'FATAL', colour: 'red' },
  50: { name: 'ERROR', colour: 'red' },
  40: { name: 'WARN', colour: 'yellow' },
  20: { name: 'debug', colour: 'gray' },
  10: { name: 'trace', colour: 'gray' },
}

type Entry = {
  level: number
  time: string
  msg?: string
  req?: { method: string; path: string }
  res?: { status: number; aborted?: true }
  milliseconds?: number
  err?: { type?: string; message?: string; stack?: string }
} & Record<string, unknown>

/** Formats JSON log lines for people: in development, and if the site is started on a terminal. */
export function readable(output: Output): DestinationStream {
  const colours = output.hasColors?.() ?? false
  return { write: (line) => void output.write(`${readableLine(line, colours)}\n`) }
}

/** @param line one line of the log, in JSON */
function readableLine(line: string, colours: boolean): string {
  const { level, time, msg, req, res, milliseconds, err, reqId: _reqId, ...rest } = JSON.parse(line) as Entry // our own
  const paint = (colour: Parameters<typeof styleText>[0], text: string) =>
    colours ? styleText(colour, text, { validateStream: false }) : text
  const at = paint('gray', new Date(time).toTimeString().slice(0, 8))

  if (req && res) {
    const colour = res.status >= 500 ? 'red' : res.status >= 400 ? 'yellow' : 'green'
    const status = res.aborted ? paint('yellow', 'left') : paint(colour, String(res.status).padEnd(4))
    return `${at} ${status} ${req.method} ${req.path} ${paint('gray', `${milliseconds} ms`)}`
  }
  const known = levels[level]
  const mark = known ? `${paint(known.colour, known.name)} ` : ''
  const fields = Object.entries(rest).map(([name, value]) => ` ${paint('gray', `${name}=`)}${JSON.stringify(value)}`)
  // pino's stack includes those of the causes.
  const trace = err ? `\n${err.stack ?? `${err.type}: ${err.message}`}`.replaceAll('\n', '\n    ') : ''
  return `${at} ${mark}${msg ?? ''}${fields.join('')}${trace}`
}
