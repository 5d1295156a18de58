import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { runBuilt } from '../../support/run-built.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)

it.concurrent.each([
  { command: 'doctor.js', status: 0 },
  { command: 'outbox.js list', status: 0 },
  { command: 'outbox.js neither', status: 2 },
])('$command ends with $status if its output is not read', async ({ command, status }) => {
  await using folder = await temporaryFolder()
  const env = { PATH: process.env.PATH, OUTBOX_DIR: folder.path }

  // A pipe like a shell's: `spawn` creates sockets, which fail in another way.
  const { stderr } = await run('sh', ['-c', `{ node dist/server/${command}; echo "status $?" >&2; } | true`], {
    cwd: projectRoot,
    env,
  })

  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`status ${status}`)
  expect(stderr).not.toContain('EPIPE')
})

const chosen = [
  { host: `${'1a'.repeat(12)}:${'b2'.repeat(32)}`, shown: 'the value (not shown)' },
  // The address lacks its zone, or IPv6 is off and it has no network.
  { host: 'fe80::1', shown: '"fe80::1"' },
]
const hosts = rowsOf(chosen, [{ host: '192.0.2.1', shown: '"192.0.2.1"' }])

it.concurrent.each(hosts)(
  'does not start if HOST is not of this machine, and shows $shown',
  async ({ host, shown }) => {
    const { code, output, errors } = await runBuilt('main', { PORT: '0', HOST: host })

    expect(code).toBe(1)
    expect(errors).toMatch(/^HOST: .+ is not an address of this machine \(E\w+\); expected .+\n$/)
    expect(errors).toContain(`HOST: ${shown} is`)
    expect(output).not.toContain('1a1a')
  },
)

// Tests the built files, because a bundler may remove needed code.
it.concurrent.each(['main', 'doctor'] as const)(
  '%s reports in one line that a percent sign in an address encodes nothing',
  async (program) => {
    const mail = { SMTP_URL: 'smtp://site:hunter2%@127.0.0.1:1', CONTACT_TO: 'info@example.com' }

    const { code, output, errors } = await runBuilt(program, mail)

    expect(code).toBe(1)
    expect((output + errors).trimEnd().split('\n')).toEqual([
      expect.stringMatching(/SMTP_URL: the value \(not shown\) is not valid; expected .* percent-encoded/),
    ])
  },
)

it('says in one line that NODE_ENV=production left out the build’s tools, and what to do', async () => {
  await using folder = await temporaryFolder()
  const script = join(folder.path, 'require-tools.js')
  await copyFile(join(projectRoot, 'build/require-tools.js'), script)
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')
  await expect(run('node', [script])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^vite: is not installed: NODE_ENV=production .+ "npm ci --include=dev" before\n$/,
    ) as string,
  })
})
