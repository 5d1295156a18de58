import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { removedVariables } from '../../../server/config/removed-variables.ts'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { doctorLines } from '../../support/doctor-lines.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { runBuilt } from '../../support/run-built.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)

const hidden = 'hunter2-cafe-0123'
const removed = Object.fromEntries(removedVariables.map((name) => [name, hidden]))
const namesRemoved = (line: string) => removedVariables.some((name) => line.includes(name))

it('logs its port, one warning about removed variables and one about a simulated newsletter', async () => {
  await using site = await startBuiltSite({ ...removed, PORT: '0', SITE_URL: 'https://www.site.example' })
  const port = /"port":(\d+),"msg":"listening"/.exec(site.said())?.[1]
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const naming = site.said().split('\n').filter(namesRemoved)
  expect(naming.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, variables: removedVariables }),
  ])
  expect(site.said()).toMatch(/"level":40.*NEWSLETTER=simulated thanks subscribers and discards their addresses/)
  expect(site.said()).not.toContain(hidden)
})

it.each<[string, Record<string, string>]>([
  ['a valid configuration', {}],
  ['an invalid one', { PORT: 'wrong' }],
])('the doctor lists the removed variables of %s once, without their values', async (_what, others) => {
  const lines = await doctorLines({ ...removed, ...others })
  const naming = lines.filter(namesRemoved)
  expect(naming).toEqual([expect.stringMatching(/^warning {2}configuration: removed variables are still set/)])
  for (const name of removedVariables) expect(naming[0]).toContain(name)
  expect(lines.join('\n')).not.toContain(hidden)
})

const lacksFrench = 'Intl.DateTimeFormat.supportedLocalesOf = (locale) => (/^fr/.test(locale) ? [] : [locale])'
const withoutFrench = `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(lacksFrench)}`
const secret = `${'1a'.repeat(12)}:${'b2'.repeat(32)}`
const noAddress = / is not an address of this machine \(E\w+\); expected /
// The built files are tested, since a bundler omits code that it thinks unused.
const brokenMail = 'SMTP_URL=smtp://site:hunter2%@127.0.0.1:1 CONTACT_TO=info@example.com'
const problemOfMail = /SMTP_URL: the value \(not shown\) is not valid; expected .* percent-encoded/

/** Wrong variables, and the lines that name them. `busy` and `busy-too` are ports in use. */
const chosen: { wrong: string; lines: RegExp[] }[] = [
  {
    wrong: `${withoutFrench} HOST=192.0.2.1 PORT=busy LOG_LEVEL=loud`,
    lines: [/^NODE_ICU_DATA: this Node has no locale data for fr; /, /^LOG_LEVEL: /, /^HOST: /, /^PORT: /],
  },
  { wrong: 'PORT=busy METRICS_PORT=busy', lines: [/^METRICS_PORT: /, /^PORT: /] },
  { wrong: `HOST=${secret} ${brokenMail}`, lines: [problemOfMail, /^HOST: the value \(not shown\) is not an address/] },
  // A link-local address without its zone, or an unknown family if IPv6 is off.
  { wrong: 'HOST=fe80::1 METRICS_PORT=busy', lines: [/^HOST: "fe80::1" is not an address/, /^METRICS_PORT: /] },
]
const others = [
  { wrong: 'HOST=192.0.2.1', lines: [/^HOST: "192.0.2.1" is not an address/] },
  { wrong: 'HOST=192.0.2.1 POSTS_TTL_SECONDS=abc', lines: [/^POSTS_TTL_SECONDS: /, /^HOST: /] },
  { wrong: 'HOST=192.0.2.1 PORT=abc', lines: [/^PORT: /, /^HOST: /] },
  { wrong: 'PORT=busy METRICS_PORT=busy-too', lines: [/^METRICS_PORT: /, /^PORT: /] },
  { wrong: 'PORT=busy OUTBOX_DIR=/dev/null/outbox', lines: [/^OUTBOX_DIR: /, /^PORT: /] },
  { wrong: 'METRICS_PORT=busy SITE_URL=none', lines: [/^SITE_URL: /, /^METRICS_PORT: /] },
]

it.concurrent.each(rowsOf(chosen, others))(
  'refuses to start with $wrong, with a line for each',
  async ({ wrong, lines }) => {
    const [one, other] = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')]
    await Promise.all([once(one, 'listening'), once(other, 'listening')])
    const portOf = (server: typeof one) => String((server.address() as AddressInfo).port)
    const ports: Record<string, string> = { busy: portOf(one), 'busy-too': portOf(other) }
    const values = wrong.split(' ').map((pair) => pair.split(/=(.*)/s) as [string, string])
    const env = Object.fromEntries(values.map(([name, value]) => [name, ports[value] ?? value]))

    const { code, output, errors } = await runBuilt('main', { HOST: '127.0.0.1', PORT: '0', ...env })
    one.close()
    other.close()

    expect(code).toBe(1)
    const problems = errors.trimEnd().split('\n')
    expect(problems).toEqual(lines.map((line) => expect.stringMatching(line) as string))
    for (const problem of problems) expect(problem).toMatch(/; expected ./)
    for (const problem of problems.filter((line) => line.startsWith('HOST: '))) expect(problem).toMatch(noAddress)
    expect(output + errors).not.toMatch(/1a1a|hunter2/)
  },
)

it.concurrent.each([
  { command: 'doctor.js', status: 0 },
  { command: 'outbox.js list', status: 0 },
  { command: 'outbox.js neither', status: 2 },
])('$command ends with $status if its output is not read', async ({ command, status }) => {
  await using folder = await temporaryFolder()
  const env = { PATH: process.env.PATH, OUTBOX_DIR: folder.path }

  // A pipe of a shell: `spawn` makes sockets, which fail in another way.
  const { stderr } = await run('sh', ['-c', `{ node dist/server/${command}; echo "status $?" >&2; } | true`], {
    cwd: projectRoot,
    env,
  })

  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`status ${status}`)
  expect(stderr).not.toContain('EPIPE')
})

it('reports in one line that NODE_ENV=production has left the build’s tools out, and what to do', async () => {
  await using folder = await temporaryFolder()
  const script = join(folder.path, 'require-tools.js')
  await copyFile(join(projectRoot, 'build/require-tools.js'), script)
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')
  const stderr = expect.stringMatching(
    /^vite: is not installed: NODE_ENV=production .+ "npm ci --include=dev" before\n$/,
  ) as string
  await expect(run('node', [script])).rejects.toMatchObject({ code: 1, stderr })
})

it('the bench starts the site with the options that npm start gives to Node', async () => {
  const script = `
    import { startAsOperators } from './bench/operators-start.js'
    const site = await startAsOperators()
    console.log((await fetch(site.url)).status)
    await site.stop()`
  const ran = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: projectRoot })
  expect(ran).toEqual({ stdout: '200\n', stderr: '' })
})
