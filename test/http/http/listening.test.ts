import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { rowsOf } from '../../support/exhaustive.ts'
import { runBuilt } from '../../support/run-built.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'

it('logs the port that it found if PORT is 0', async () => {
  await using site = await startBuiltSite({ PORT: '0' })
  const port = /"port":(\d+),"msg":"listening"/.exec(site.said())?.[1]
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
  expect(site.said()).not.toContain('NEWSLETTER')
})

it('warns that a simulated newsletter at an https address discards addresses', async () => {
  await using site = await startBuiltSite({ SITE_URL: 'https://www.site.example' })
  expect(site.said()).toMatch(/"level":40.*NEWSLETTER=simulated thanks subscribers and discards their addresses/)
})

it('does not start if Node lacks the data of a language, and reports other problems too', async () => {
  const lacking = 'Intl.DateTimeFormat.supportedLocalesOf = (locale) => (/^fr/.test(locale) ? [] : [locale])'
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(lacking)}`
  const { code, errors } = await runBuilt('main', { NODE_OPTIONS, LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(errors).toMatch(/^NODE_ICU_DATA: this Node has no locale data for fr; expected .+\nLOG_LEVEL: /)
})

const chosen = [
  { wrong: 'HOST=192.0.2.1 PORT=busy LOG_LEVEL=loud', told: ['LOG_LEVEL', 'HOST', 'PORT'] },
  { wrong: 'PORT=busy METRICS_PORT=busy', told: ['METRICS_PORT', 'PORT'] },
  { wrong: 'HOST=192.0.2.1 METRICS_PORT=busy', told: ['HOST', 'METRICS_PORT'] },
]
const others = [
  { wrong: 'HOST=192.0.2.1 POSTS_TTL_SECONDS=abc', told: ['POSTS_TTL_SECONDS', 'HOST'] },
  { wrong: 'HOST=192.0.2.1 PORT=abc', told: ['PORT', 'HOST'] },
  { wrong: 'PORT=busy METRICS_PORT=busy-too', told: ['METRICS_PORT', 'PORT'] },
  { wrong: 'PORT=busy OUTBOX_DIR=/dev/null/outbox', told: ['OUTBOX_DIR', 'PORT'] },
  { wrong: 'METRICS_PORT=busy SITE_URL=none', told: ['SITE_URL', 'METRICS_PORT'] },
]

it.concurrent.each(rowsOf(chosen, others))('does not start with $wrong, one line for each', async ({ wrong, told }) => {
  const [one, other] = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')]
  await Promise.all([once(one, 'listening'), once(other, 'listening')])
  const portOf = (server: typeof one) => String((server.address() as AddressInfo).port)
  const ports: Record<string, string> = { busy: portOf(one), 'busy-too': portOf(other) }
  const values = wrong.split(' ').map((pair) => pair.split('=') as [string, string]) // as the table spells them
  const env = Object.fromEntries(values.map(([name, value]) => [name, ports[value] ?? value]))

  const { code, errors } = await runBuilt('main', { HOST: '127.0.0.1', PORT: '0', ...env })
  one.close()
  other.close()

  expect(code).toBe(1)
  expect(errors.trimEnd().split('\n')).toEqual(
    told.map((name) => expect.stringMatching(new RegExp(`^${name}: .+; expected `)) as string),
  )
})
