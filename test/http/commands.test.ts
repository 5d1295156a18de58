import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/project-root.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

it.each([
  { command: 'doctor.js', status: 0 },
  { command: 'outbox.js list', status: 0 },
  { command: 'outbox.js neither', status: 2 },
])('$command ends with $status where nobody reads what it says', async ({ command, status }) => {
  await using folder = await temporaryFolder()
  const env = { PATH: process.env.PATH, OUTBOX_DIR: folder.path }

  // A pipe as a shell makes them: what `spawn` makes are sockets, which fail in another way.
  const { stderr } = await run('sh', ['-c', `{ node dist/server/${command}; echo "status $?" >&2; } | true`], {
    cwd: projectRoot,
    env,
  })

  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`status ${status}`)
  expect(stderr).not.toContain('EPIPE')
})
