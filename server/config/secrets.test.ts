import { expect, it } from 'vitest'
import { problemsOf } from '../../test/support/config-of.ts'
import { variables } from './variables.ts'

const hidden = 'hunter2-cafe-0123'
const contentKey = '0123456789abcdef0123456789'
const digits = contentKey.replaceAll(/[a-f]/g, '7')
const adminKey = `${'1a'.repeat(12)}:${'b2'.repeat(32)}`

it('treats every value that gives access as secret', () => {
  const secrets = Object.entries(variables).flatMap(([name, row]) => ('secret' in row ? [name] : []))
  const ofGhost = ['GHOST_CONTENT_API_KEY', 'GHOST_WEBHOOK_SECRET', 'GHOST_ADMIN_API_KEY']
  expect(secrets).toEqual(['SITE_SECRET', ...ofGhost, 'SMTP_URL', 'RECAPTCHA_SECRET_KEY'])
})

const notValid = 'the value (not shown) is not valid; expected '
const noAddress = /^the value \(not shown\) is not an address; expected an \w+ with its protocol and no .+$/

it.each<[name: string, values: string[], message: string | RegExp]>([
  ['SMTP_URL', [`imap://user:${hidden}@mail.example`], notValid],
  [
    'GHOST_URL',
    [
      ...[
        `https://user:${hidden}@ghost.example.com`,
        `user:${hidden}@ghost.example.com`,
        `https://${hidden}@g.example`,
      ],
      ...[`https://user:a/${hidden}@ghost.example.com`, `https://user:a@${hidden}@ghost.example.com`],
      ...[`https://:${hidden}@example.com`, `https://g.example/ghost/api/?key=${contentKey}`, `https://${adminKey}`],
    ],
    / is not (valid|an address); expected /,
  ],
  [
    'SITE_URL',
    [
      ...[`https://user:${hidden}@www.example.com`, `https://user:${hidden}@www.example.com/fr/`],
      ...[`https://:${hidden}@example.com`, `https://www.example.com/${contentKey}`],
    ],
    notValid,
  ],
  ...['GHOST_URL', 'SITE_URL'].map((name): [string, string[], RegExp] => [
    name,
    [contentKey, digits, adminKey, hidden, '6LcA-b_c0123456789', `"${contentKey}"`],
    noAddress,
  ]),
  ['GHOST_API_VERSION', [contentKey], notValid],
  ['GHOST_TIMEOUT_MS', [adminKey], notValid],
  ['CONTACT_TO', [contentKey], notValid],
])('a message about %s does not show the secret in %j', (name, values, message) => {
  for (const value of values) {
    const messages = problemsOf({ PORT: 'wrong', [name]: value }).join('\n')
    expect(messages).toContain('PORT: "wrong"')
    const [, about = ''] = new RegExp(`^${name}: (.*)`, 'm').exec(messages) ?? []
    expect(about).toMatch(message)
    for (const secret of [hidden, contentKey, digits, ...adminKey.split(':'), '6LcA-b_c0123456789'])
      expect(messages).not.toContain(secret)
  }
})

it('a message about one variable of a pair does not show the other one', () => {
  const messages = problemsOf({ RECAPTCHA_SECRET_KEY: hidden }).join('\n')
  expect(messages).toContain('RECAPTCHA_SITE_KEY: is not set')
  expect(messages).not.toContain(hidden)
})

it.each([
  ...['ghost:2368', 'localhost:2368', 'localhost', '127.0.0.1:2368'],
  ...['"https://ghost.example.com"', 'HTTP://ghost/'],
])('shows an invalid address without a secret: %s', (value) => {
  expect(problemsOf({ GHOST_URL: value }).join('\n')).toContain(`GHOST_URL: "${value}" is not valid; expected `)
})
