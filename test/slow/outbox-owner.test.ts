import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { runBuilt } from '../support/run-built.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

it('starts no second process on an outbox, and names the first one until that has stopped', async () => {
  await using folder = await temporaryFolder()
  await using first = await startBuiltSite({ OUTBOX_DIR: folder.path })
  const second = { HOST: '127.0.0.1', PORT: String(await freePort()), OUTBOX_DIR: folder.path }
  const owner = `process ${first.pid} on host ${hostname()}`
  expect(await runBuilt('main', second)).toMatchObject({
    code: 1,
    errors: `OUTBOX_DIR: "${folder.path}" belongs to ${owner}, which is running; expected a folder of its own for each process\n`,
  })
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)

  // A busy port has its line, too.
  const { errors } = await runBuilt('main', { ...second, PORT: new URL(first.url).port })
  expect(errors.split('\n').map((line) => line.split(':')[0])).toEqual(['OUTBOX_DIR', 'PORT', ''])

  expect(await first.end('SIGTERM')).toBe(0)
  expect(await readdir(folder.path)).toEqual(['refused'])
  await using _next = await startBuiltSite({ OUTBOX_DIR: folder.path })
})

it('ends with 0 on SIGTERM while it checks whether an owner on another machine is running', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'owner'), 'process 1 on host x\nanother machine\n\n')
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', OUTBOX_DIR: folder.path, POSTS_MAX_MB: '0' }
  const site = spawn(process.execPath, ['dist/server/main.js'], { env })
  let said = ''
  site.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = once(site, 'close')
  // It creates the folder for refused messages before it waits.
  await expect.poll(() => readdir(folder.path), { timeout: 60_000 }).toContain('refused')
  site.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said).not.toContain('listening')
  expect(await readFile(join(folder.path, 'owner'), 'utf8')).toContain('process 1 on host x')
})
