import { expect, it } from 'vitest'
import { variables } from '../../server/config-variables.ts'
import { parseConfig } from '../../server/config.ts'

const hidden = 'hunter2-cafe-0123'

/** Everything that an operator would read when the variables are wrong, a wrong PORT included. */
function messagesOf(env: Record<string, string>): string {
  const parsed = parseConfig({ PORT: 'wrong', ...env })
  return parsed.kind === 'problems' ? parsed.problems.join('\n') : ''
}

const secrets = Object.entries(variables).flatMap(([name, row]) => ('secret' in row ? [name] : []))

it('counts as secret whatever opens a door', () => {
  expect(secrets).toEqual([
    'GHOST_CONTENT_API_KEY',
    'GHOST_WEBHOOK_SECRET',
    'GHOST_ADMIN_API_KEY',
    'REDIS_URL',
    'SMTP_URL',
    'RECAPTCHA_SECRET_KEY',
    'MEDIA_SECRET',
  ])
})

it.each(secrets)('the value of %s is in no message, be it right or wrong', (name) => {
  const messages = messagesOf({ [name]: hidden })
  expect(messages).toContain('PORT: "wrong"')
  expect(messages).not.toContain(hidden)
})

it.each(secrets)('the value of %s, in quotes by mistake or after a line break, is in no message', (name) => {
  expect(messagesOf({ [name]: `"${hidden}"` })).not.toContain(hidden)
  expect(messagesOf({ [name]: `x\n${hidden}` })).not.toContain(hidden)
})

it.each([
  ['REDIS_URL', `http://user:${hidden}@redis.example:6379`],
  ['SMTP_URL', `imap://user:${hidden}@mail.example`],
  ['GHOST_URL', `https://user:${hidden}@ghost.example.com`],
  ['GHOST_URL', `user:${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://user:a/${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://user:a@${hidden}@ghost.example.com`],
  ['SITE_URL', `https://user:${hidden}@www.example.com`],
  ['SITE_URL', `https://user:${hidden}@www.example.com/fr/`],
])('a password within the wrong %s is in no message', (name, value) => {
  const messages = messagesOf({ [name]: value })
  expect(messages).toContain(`${name}: `)
  expect(messages).not.toContain(hidden)
})

it('a pair of which one is missing says nothing of the other one’s value', () => {
  expect(messagesOf({ RECAPTCHA_SECRET_KEY: hidden })).toContain('RECAPTCHA_SITE_KEY: is not set')
  expect(messagesOf({ RECAPTCHA_SECRET_KEY: hidden })).not.toContain(hidden)
})

it.each(['GHOST_URL', 'SITE_URL'])('%s refuses a password, with and without a user’s name', (name) => {
  expect(messagesOf({ [name]: `https://user:${hidden}@example.com` })).toContain(`${name}: `)
  expect(messagesOf({ [name]: `https://:${hidden}@example.com` })).toMatch(new RegExp(`^${name}: .*is not valid`, 'm'))
})
