import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createRequestLine } from '../../server/http/request-line.ts'

const answered = { id: 'first', method: 'GET', path: '"/ai"', status: 200, milliseconds: 1.6 }

/** The lines that are written of requests answered at these instants. */
function linesAt(level: string, instants: string[]): string[] {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const writeLine = createRequestLine(createLog(level, sink))
  using clock = vi.spyOn(Date, 'now')
  for (const instant of instants) {
    clock.mockReturnValue(Date.parse(instant))
    writeLine(answered)
  }
  return lines
}

it('dates every line to the millisecond, whatever second came before', () => {
  const instants = ['10:00:00.007', '10:00:00.045', '10:00:00.999', '10:00:01.000', '10:00:01.100', '10:01:01.020'].map(
    (time) => `2026-11-23T${time}Z`,
  )
  expect(linesAt('info', instants).map((line) => JSON.parse(line))).toEqual(
    instants.map((time) => ({
      level: 30,
      time,
      reqId: 'first',
      req: { id: 'first', method: 'GET', path: '/ai' },
      res: { status: 200 },
      milliseconds: 2,
      msg: 'request',
    })),
  )
})

it.each(['warn', 'error', 'silent'])('writes nothing where the log is for no less than %s', (level) => {
  expect(linesAt(level, ['2026-11-23T10:00:00.000Z'])).toEqual([])
})
