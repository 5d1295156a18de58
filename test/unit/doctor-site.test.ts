import { expect, it } from 'vitest'
import type { Greeting } from '../../server/delivery/mail-server.ts'
import { lineOf } from '../../server/doctor/finding.ts'
import { checkMail, checkOutbox, checkSecret, checkSiteUrl } from '../../server/doctor/site-checks.ts'
import { checkWebhook } from '../../server/doctor/webhook-check.ts'
import { configOf } from '../support/config-of.ts'

it.each([
  [{}, false, ['ok']],
  [{}, true, ['problem']],
  [{ SITE_URL: 'http://127.0.0.1:3000' }, false, ['ok']],
  [{ SITE_URL: 'http://www.nordet.example' }, false, ['problem']],
  [{ SITE_URL: 'https://www.nordet.example', TRUST_PROXY: '1' }, true, ['ok']],
  [{ SITE_URL: 'https://www.nordet.example' }, true, ['ok', 'warning']],
])('of the address in %j, in production: %s, it says %j', (env, production, levels) => {
  const findings = checkSiteUrl(configOf(env), production)
  expect(findings.map(({ level }) => level)).toEqual(levels)
})

const ghost = { GHOST_URL: 'https://ghost.example', GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' }
const secret = { SITE_SECRET: 'sixteen-letters-' }

it.each([
  [{ ...ghost, ...secret }, 'ok', 'is set'],
  [secret, 'ok', 'is set'],
  [ghost, 'warning', 'safe to publish'],
  [{}, 'ok', 'each start makes its own'],
])('of the secret in %j, it says %s: %s, and no key', (env, level, words) => {
  const finding = checkSecret(configOf(env))
  expect(finding.level).toBe(level)
  expect(finding.text).toContain(words)
  for (const key of [ghost.GHOST_CONTENT_API_KEY, secret.SITE_SECRET]) expect(finding.text).not.toContain(key)
})

const { mail } = configOf({
  SMTP_URL: 'smtp://mail.nordet.example',
  CONTACT_TO: 'a@nordet.example,b@nordet.example',
  CONTACT_FROM: 'site@nordet.example',
})

it.each<[Greeting | null, RegExp]>([
  [null, /^warning {2}mail: .*Set SMTP_URL and CONTACT_TO/],
  [
    { kind: 'secure' },
    /^ok {7}mail: .* 2 recipients \(CONTACT_TO: a@nordet\.example, b@nordet\.example\) .* CONTACT_FROM, site@nordet\.example; .* greets, over TLS/,
  ],
  [{ kind: 'insecure', why: 'self-signed certificate' }, /^ok {7}mail: .* greets, but .*\(self-signed certificate\)/],
  [{ kind: 'failed', why: 'ECONNREFUSED' }, /^problem {2}SMTP_URL: .*\(ECONNREFUSED\): contact messages wait\. Check/],
])('of a mail server that says %j, it says %s', (greeting, line) => {
  expect(lineOf(checkMail(greeting && mail, greeting))).toMatch(line)
})

it('says why an outbox cannot be written to', () => {
  expect(checkOutbox('/outbox', null).level).toBe('ok')
  expect(lineOf(checkOutbox('/outbox', 'EACCES'))).toMatch(/^problem {2}OUTBOX_DIR: \/outbox .*\(EACCES\)/)
})

const target = 'https://www.nordet.example/webhooks/ghost'

it.each([
  [undefined, 'warning', 'up to 60 s, and from the first visitor after that'],
  [null, 'warning', 'Start the site'],
  [204, 'ok', 'only you can see'],
  [401, 'problem', 'another secret'],
  [404, 'problem', 'no secret'],
  [502, 'problem', 'in front of the site'],
])('of a delivery that is answered with %s, it says %s: %s', (status, level, words) => {
  const finding = checkWebhook(target, status, 60)
  expect(finding.level).toBe(level)
  expect(finding.text).toContain(words)
  expect(finding.text).toContain(target)
})
