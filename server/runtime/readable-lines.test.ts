import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { readable } from './readable-lines.ts'

/** The output of the log on a terminal. */
function shown(write: (log: ReturnType<typeof createLog>) => void, colours = false): string {
  const lines: string[] = []
  write(createLog('trace', readable({ write: (text) => lines.push(text), hasColors: () => colours })))
  return lines.join('').replace(/\d\d:\d\d:\d\d/g, 'TIME')
}

const request = { reqId: 'abc', req: { id: 'abc', method: 'GET', path: '/ai' }, res: { status: 200 }, milliseconds: 3 }
const left = { status: 200, aborted: true }

it.each<[string, (log: ReturnType<typeof createLog>) => void, string]>([
  ['a request', (log) => log.info(request, 'request'), 'TIME 200  GET /ai 3 ms\n'],
  ['a request whose client left', (log) => log.info({ ...request, res: left }, 'request'), 'TIME left GET /ai 3 ms\n'],
  ['a message', (log) => log.info('stopped'), 'TIME stopped\n'],
  [
    'a message with fields',
    (log) => log.warn({ asked: 'fr', count: 2 }, 'posts could not be read'),
    'TIME WARN posts could not be read asked="fr" count=2\n',
  ],
])('shows %s as a line that a person reads', (_name, write, line) => {
  expect(shown(write)).toBe(line)
})

it('shows an error with its stack and the stack of its cause', () => {
  const error = new Error('the page failed', { cause: new TypeError('no such field') })
  const text = shown((log) => log.error({ err: error, request: 'abc' }, 'request failed'))
  expect(text).toMatch(/^TIME ERROR request failed request="abc"\n.*Error: the page failed\n/)
  expect(text).toContain('caused by: TypeError: no such field')
  expect(text.match(/^ {8}at .*readable-lines\.test\.ts/gm)?.length).toBeGreaterThanOrEqual(2)
})

it.each([true, false])('uses colours if the terminal has them: %s', (colours) => {
  expect(shown((log) => log.info(request, 'request'), colours).includes('\u001b[')).toBe(colours)
})
