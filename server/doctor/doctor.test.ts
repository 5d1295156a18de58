import { expect, it } from 'vitest'
import type { Greeting } from '../delivery/mail-server.ts'
import { checkConfiguration } from './configuration.ts'
import { formatFinding } from './doctor.ts'
import { checkFolder, checkMail } from './site.ts'
import { configOf } from '../../test/support/config-of.ts'

const ghost = { GHOST_URL: 'https://ghost.example', GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' }
const secret = { SITE_SECRET: 'sixteen-letters-' }
const open = { ...secret, SITE_URL: 'https://www.site.example', TRUST_PROXY: '1' }
const production = { NODE_ENV: 'production' }

it.each<[Record<string, string>, RegExp[]]>([
  [secret, []],
  [{ ...secret, ...production }, [/^problem {2}SITE_URL: .*this machine only\. Set it/]],
  [{ ...secret, SITE_URL: 'http://127.0.0.1:3000' }, []],
  [{ ...secret, SITE_URL: 'http://www.site.example' }, [/^problem {2}SITE_URL: .*not https\. Set it/]],
  [{ ...open, ...ghost, ...production }, []],
  [{ ...open, ...ghost, TRUST_PROXY: '0' }, [/^warning {2}TRUST_PROXY: .*Set it to the number/]],
  [{}, []],
  [ghost, [/^warning {2}SITE_SECRET: .*safe to publish\. Set it/]],
  [open, [/^warning {2}NEWSLETTER: .*discards their addresses\. Connect a Ghost/]],
  [{ ...open, NEWSLETTER: 'simulated' }, [/^warning {2}NEWSLETTER: /]],
  [{ ...open, ...ghost, NEWSLETTER: 'simulated' }, []],
  [{ ...secret, GHOST_WEBHOOK_SECRET: 'sixteen-letters-' }, [/^warning {2}GHOST_WEBHOOK_SECRET: has no effect/]],
])('for the configuration %j the doctor reports %j, and shows no key', (env, lines) => {
  const findings = checkConfiguration(env, configOf(env))
  expect(findings.filter(({ level }) => level !== 'ok').map(formatFinding)).toEqual(
    lines.map((line) => expect.stringMatching(line)),
  )
  const text = findings.map(formatFinding).join('\n')
  for (const key of [ghost.GHOST_CONTENT_API_KEY, secret.SITE_SECRET]) expect(text).not.toContain(key)
})

const { mail } = configOf({
  SMTP_URL: 'smtp://mail.site.example',
  CONTACT_TO: 'a@site.example,b@site.example',
  CONTACT_FROM: 'site@site.example',
})

it.each<[Greeting | null, RegExp]>([
  [null, /^warning {2}mail: .*Set SMTP_URL and CONTACT_TO/],
  [
    { kind: 'secure' },
    /^ok {7}mail: .* 2 recipients \(CONTACT_TO: a@site\.example, b@site\.example\) .* CONTACT_FROM, site@site\.example; .* greets, over TLS/,
  ],
  [{ kind: 'insecure', why: 'self-signed certificate' }, /^ok {7}mail: .* greets, but .*\(self-signed certificate\)/],
  [{ kind: 'failed', why: 'ECONNREFUSED' }, /^problem {2}SMTP_URL: .*\(ECONNREFUSED\): contact messages wait\. Check/],
  [{ kind: 'failed', why: 'certificate has expired' }, /^problem {2}SMTP_URL: .*\. Renew the server's certificate/],
  [{ kind: 'failed', why: 'unable to verify the first certificate' }, /^problem {2}SMTP_URL: .*the whole chain there/],
])('for a mail server’s greeting %j it reports %s', (greeting, line) => {
  expect(formatFinding(checkMail(greeting && mail, greeting))).toMatch(line)
})

it('reports why a folder cannot be written to', () => {
  expect(checkFolder('OUTBOX_DIR', '/outbox', null).level).toBe('ok')
  expect(formatFinding(checkFolder('OUTBOX_DIR', '/outbox', 'EACCES'))).toMatch(
    /^problem {2}OUTBOX_DIR: \/outbox .*\(EACCES\).*Let the user/,
  )
})
