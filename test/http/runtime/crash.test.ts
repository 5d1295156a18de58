import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Loaded before the site. On SIGUSR2 it requests a page, whose log line is still buffered when the site crashes. */
const crashing = (crash: string) => `process.on('SIGUSR2', () => {
  require('node:http').get('http://127.0.0.1:' + process.env.PORT + '/ai', (answer) => {
    answer.resume().on('end', () => setImmediate(() => { ${crash} }))
  })
})
process.stderr.write('site ' + process.pid + '\\n')`

it.concurrent.for([
  { kind: 'an uncaught exception', crash: "throw new Error('crash')" },
  { kind: 'an unhandled rejection', crash: "Promise.reject(new Error('crash'))" },
])('ends with status 1 after $kind, even if the reader of its log has left', async ({ crash }, { expect }) => {
  await using folder = await temporaryFolder()
  const env = {
    PATH: process.env.PATH,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    OUTBOX_DIR: folder.path,
    POSTS_MAX_MB: '0',
    CRASH: `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('${import.meta.url}');${crashing(crash)}`)}`,
  }
  // A pipe like a shell's: `spawn` creates sockets, which fail in another way.
  const site = '{ node --import "$CRASH" dist/server/main.js; echo "status $?" >&2; }'
  const reader = `sh -c 'echo "reader $$" >&2; exec sed -u "/listening/q"'`
  const shell = spawn('sh', ['-c', `${site} | ${reader}`], { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const pidOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(output)?.[1])
  const ended = once(shell, 'close')
  try {
    await expect.poll(() => output).toContain('"listening"')
    await expect.poll(() => isAlive(pidOf('reader'))).toBe(false)
    process.kill(pidOf('site'), 'SIGUSR2')
    await expect.poll(() => output).toMatch(/^status 1$/m)
    await ended
    expect(output).toContain('Error: crash')
    // Only a site on https warns about the newsletter.
    expect(output).not.toContain('NEWSLETTER')
  } finally {
    if (isAlive(pidOf('site'))) process.kill(pidOf('site'), 'SIGKILL')
  }
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
