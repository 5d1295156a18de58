import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A process that logs line by line and then ends. */
const logging = (body: string, before: string) => `
${before}
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from './dist/server/test-entry.js'
const log = createLog('info')
${body}
process.exit(0)`

const slowLines = 'for (let line = 1; line <= 10; line += 1) { log.info({ line }); await delay(20) }'
const manyLines = "for (let line = 1; line <= 60_000; line += 1) log.info({ line }, 'a'.repeat(100))"

/** The site does the same before it exits. */
const flushed = 'await Promise.race([new Promise((resolve) => log.flush(resolve)), delay(500)])'
const terminal = "Object.defineProperty(process.stdout, 'isTTY', { value: true })"
// A pipe that is open at both ends, and full.
const unread = '1<>"$PIPE"'

it.concurrent.for<{ title: string; before?: string; body: string; reader: string; shown: string }>([
  {
    title: 'the last lines are written before the process ends',
    body: 'for (let line = 1; line <= 1000; line += 1) log.info({ line })',
    ...{ reader: '| tail -n 1', shown: '"line":1000' },
  },
  { title: 'the site runs on if the reader leaves', body: slowLines, reader: '| head -n 1', shown: '"line":1}' },
  {
    title: 'the process ends if the reader leaves while many lines wait',
    ...{ body: `${manyLines}; ${flushed}`, reader: '| head -n 1', shown: '"line":1,' },
  },
  { title: 'the process ends if the log is not read', body: manyLines, reader: unread, shown: '' },
  {
    title: 'the site runs on if its terminal is closed',
    ...{ before: terminal, body: slowLines, reader: '| head -n 1', shown: 'line=1' },
  },
  { title: 'the site runs on if the disk is full', body: slowLines, reader: '> /dev/full', shown: '' },
])('$title', async ({ before = '', body, reader, shown }, { expect }) => {
  await using folder = await temporaryFolder()
  const program = `mkfifo "$PIPE"; { node --input-type=module -e "$PROGRAM"; echo "status $?" >&2; } ${reader}`
  const env = { ...process.env, PROGRAM: logging(body, before), PIPE: join(folder.path, 'pipe') }
  const [output, errors] = await new Promise<[string, string]>((resolve) => {
    execFile('sh', ['-c', program], { cwd: projectRoot, env, timeout: 120_000 }, (_, ...streams) => resolve(streams))
  })
  expect(errors).toBe('status 0\n')
  expect(output).toContain(shown)
})
