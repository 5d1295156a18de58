import { expect, it } from 'vitest'
import { variables } from './variables.ts'
import { problemsOf } from '../../test/support/config-of.ts'

const hidden = 'hunter2-cafe-0123'

/** Everything that an operator reads if the variables are wrong, with a wrong PORT too. */
const messagesOf = (env: Record<string, string>) => problemsOf({ PORT: 'wrong', ...env }).join('\n')

const secrets = Object.entries(variables).flatMap(([name, row]) => ('secret' in row ? [name] : []))

it('treats every value that gives access as secret', () => {
  const ofGhost = ['GHOST_CONTENT_API_KEY', 'GHOST_WEBHOOK_SECRET', 'GHOST_ADMIN_API_KEY']
  expect(secrets).toEqual(['SITE_SECRET', ...ofGhost, 'SMTP_URL', 'RECAPTCHA_SECRET_KEY'])
})

it.each(secrets)('the value of %s is in no message, right or wrong, in quotes or after a line break', (name) => {
  for (const value of [hidden, `"${hidden}"`, `x\n${hidden}`]) {
    const messages = messagesOf({ [name]: value })
    expect(messages).toContain('PORT: "wrong"')
    expect(messages).not.toContain(hidden)
  }
})

it.each([
  ['SMTP_URL', `imap://user:${hidden}@mail.example`],
  ['GHOST_URL', `https://user:${hidden}@ghost.example.com`],
  ['GHOST_URL', `user:${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://user:a/${hidden}@ghost.example.com`],
  ['GHOST_URL', `https://user:a@${hidden}@ghost.example.com`],
  ['SITE_URL', `https://user:${hidden}@www.example.com`],
  ['SITE_URL', `https://user:${hidden}@www.example.com/fr/`],
])('a password in an invalid %s is in no message', (name, value) => {
  const messages = messagesOf({ [name]: value })
  expect(messages).toContain(`${name}: `)
  expect(messages).not.toContain(hidden)
})

it('the message about an incomplete pair does not contain the other value', () => {
  expect(messagesOf({ RECAPTCHA_SECRET_KEY: hidden })).toContain('RECAPTCHA_SITE_KEY: is not set')
  expect(messagesOf({ RECAPTCHA_SECRET_KEY: hidden })).not.toContain(hidden)
})

it.each(['GHOST_URL', 'SITE_URL'])('%s refuses a password, with and without a user’s name', (name) => {
  expect(messagesOf({ [name]: `https://user:${hidden}@example.com` })).toContain(`${name}: `)
  expect(messagesOf({ [name]: `https://:${hidden}@example.com` })).toMatch(new RegExp(`^${name}: .*is not valid`, 'm'))
})

const contentKey = '0123456789abcdef0123456789'
const adminKey = `${'1a'.repeat(12)}:${'b2'.repeat(32)}`
const digits = contentKey.replaceAll(/[a-f]/g, '7')
const misplaced = [contentKey, digits, adminKey, hidden, '6LcA-b_c0123456789', `"${contentKey}"`]

it.each(['GHOST_URL', 'SITE_URL'].flatMap((name) => misplaced.map((value) => ({ name, value }))))(
  '$name reports that the secret $value is not an address, and does not show it',
  ({ name, value }) => {
    const [line = ''] = messagesOf({ [name]: value }).match(new RegExp(`^${name}: .*`, 'm')) ?? []
    expect(line).toMatch(
      /^\w+: the value \(not shown\) is not an address; expected an \w+ with its protocol and no .+$/,
    )
    expect(line).not.toContain(value)
  },
)

it.each([
  ['GHOST_URL', `https://ghost.example.com/ghost/api/content/posts/?key=${contentKey}`],
  ['GHOST_URL', `https://${adminKey}`],
  ['SITE_URL', `https://www.example.com/${contentKey}`],
  ['GHOST_API_VERSION', contentKey],
  ['GHOST_TIMEOUT_MS', adminKey],
  ['CONTACT_TO', contentKey],
])('%s does not show the key in %s', (name, value) => {
  const messages = messagesOf({ [name]: value })
  expect(messages).toContain(`${name}: the value (not shown) is not valid; expected `)
  for (const key of [contentKey, ...adminKey.split(':')]) expect(messages).not.toContain(key)
})

it.each([
  ...['ghost:2368', 'localhost:2368', 'localhost', '127.0.0.1:2368'],
  ...['"https://ghost.example.com"', 'HTTP://ghost/'],
])('an invalid value that looks like an address is shown: %s', (value) => {
  expect(messagesOf({ GHOST_URL: value })).toContain(`GHOST_URL: "${value}" is not valid; expected `)
})
