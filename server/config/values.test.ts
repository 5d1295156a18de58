import { expect, it } from 'vitest'
import { variables } from './variables.ts'
import { problemsOf } from '../../test/support/config-of.ts'

type Name = keyof typeof variables

const hex = (length: number) => '0123456789abcdef'.repeat(8).slice(0, length)

/** Any text is valid. */
const any = (...valid: string[]) => ({ valid, invalid: [], expected: '' })

/** Every variable: valid texts, invalid texts, and the expectation in its message. */
const table: Record<Name, { valid: string[]; invalid: string[]; expected: string }> = {
  ...{
    HOST: any('::', 'localhost'),
    GHOST_WEBHOOK_SECRET: any('a secret'),
    CONTENT_DIR: any('content/posts', '/srv/a'),
  },
  ...{ OUTBOX_DIR: any('data/outbox'), POSTS_DIR: any('data/posts') },
  ...{ RECAPTCHA_SITE_KEY: any('site-key'), RECAPTCHA_SECRET_KEY: any('secret-key') },
  PORT: { valid: ['0', '80', '65535'], invalid: ['65536', '-1', '3e3', '0x50', '80.5', 'http'], expected: '65535' },
  SITE_URL: {
    valid: ['https://www.example.com', 'http://localhost:8080'],
    invalid: ['www.example.com', 'https://example.com/fr', 'https://example.com//', 'ftp://example.com', 'https://'],
    expected: 'https://www.example.com',
  },
  SITE_SECRET: {
    valid: ['0123456789abcdef'],
    invalid: ['0123456789abcde', 'with white space in it'],
    expected: 'at least 16 characters, without white space',
  },
  GHOST_URL: {
    valid: ['https://ghost.example.com', 'http://127.0.0.1:2368', 'https://example.com/blog'],
    invalid: [
      ...['https://ghost.example.com/', 'ghost.example.com', 'xhttp://ghost.example.com', '//ghost.example.com'],
      ...['http:/ghost.example.com', 'http:///ghost.example.com', 'https://ghost.example.com?a=b'],
      ...['https://ghost.example.com#a', 'https://ghost.example.com\\a', 'https://ghost example.com'],
    ],
    expected: 'no trailing slash',
  },
  GHOST_CONTENT_API_KEY: {
    valid: [hex(26)],
    invalid: [hex(25), hex(30), hex(26).toUpperCase(), `${hex(25)}g`, `${hex(13)} ${hex(12)}`],
    expected: '26 lower-case hex characters',
  },
  GHOST_API_VERSION: { valid: ['v5.0', 'v6.65'], invalid: ['5.0', 'v5', 'canary'], expected: 'v5.0' },
  GHOST_MEDIA_HOSTS: {
    valid: ['storage.example.com', 'a.example,b.example:8443', ' A.Example , 127.0.0.1:9000 '],
    invalid: [
      ...['https://storage.example.com', 'a.example/files', 'a.example;b.example', 'a.example,'],
      ...['a.example:99999', 'u@a.example'],
    ],
    expected: 'hosts with commas between them',
  },
  GHOST_TIMEOUT_MS: { valid: ['1', '120000'], invalid: ['0', '120001', '5s'], expected: 'a whole number from 1' },
  GHOST_ADMIN_API_KEY: {
    valid: [`${hex(24)}:${hex(64)}`],
    invalid: [hex(24), `${hex(24)}:${hex(63)}`, `${hex(64)}:${hex(24)}`],
    expected: 'id:secret, 24 and 64 lower-case hex characters',
  },
  POSTS_TTL_SECONDS: { valid: ['0', '3600'], invalid: ['-1', '1.5', '60s'], expected: 'a whole number from 0' },
  POSTS_STALE_SECONDS: { valid: ['0', '86400'], invalid: ['-1', 'never'], expected: 'a whole number from 0' },
  POSTS_WAIT_MS: { valid: ['0', '500'], invalid: ['-1', 'Infinity'], expected: 'a whole number from 0' },
  NEWSLETTER: { valid: ['simulated'], invalid: ['Simulated', 'mailchimp'], expected: 'one of ghost, simulated' },
  SMTP_URL: {
    valid: [
      ...['smtp://127.0.0.1:25', 'smtp://mail.example', 'smtps://user:password@mail.example:465'],
      ...['smtps://a%40b.example:p%2Fq@mail.example/?tls.rejectUnauthorized=false', 'smtp://[::1]:2525'],
    ],
    invalid: [
      ...['127.0.0.1:25', 'http://mail.example', 'smtp://', 'smtp://mail.example:x', 'smtp://mail.example/path'],
      ...['smtp://user:pass/word@mail.example', 'smtp://user:pass word@mail.example', 'smtp://mail.example#x'],
      ...['smtp://user:100%@mail.example', 'smtp://user:%e9t%e9@mail.example'],
    ],
    expected: 'percent-encoded (%40 for @, %25 for %)',
  },
  CONTACT_TO: {
    valid: ['info@example.com', 'a@x.example,b@x.example', 'a@x.example , b@x.example'],
    invalid: ['info', 'info@localhost', '@example.com', 'a@x.example,', 'a@x.example;b@x.example'],
    expected: 'e-mail',
  },
  CONTACT_FROM: {
    valid: ['site@example.com'],
    invalid: ['site', 'a b@example.com', 'a@x.example,b@x.example'],
    expected: 'e-mail',
  },
  MAIL_ACKNOWLEDGE: { valid: ['off'], invalid: ['yes', 'ON'], expected: 'one of on, off' },
  OUTBOX_MAX_MB: { valid: ['1', '64'], invalid: ['0', '1.5', '64MB'], expected: 'a whole number from 1' },
  FORMS_TOTAL_PER_10_MINUTES: { valid: ['1', '1000000'], invalid: ['0', '1000001', 'x'], expected: '1 to 1000000' },
  FORMS_PER_10_MINUTES: { valid: ['1', '20'], invalid: ['0', 'many'], expected: 'a whole number from 1' },
  TRUST_PROXY: { valid: ['0', '2'], invalid: ['true', 'loopback', '101'], expected: 'a whole number from 0 to 100' },
  POSTS_MAX_MB: { valid: ['0', '256'], invalid: ['-1', 'all'], expected: 'a whole number from 0' },
  LOG_LEVEL: { valid: ['info', 'silent'], invalid: ['INFO', 'verbose'], expected: 'one of fatal, error' },
  METRICS_PORT: { valid: ['9090'], invalid: ['0', '65536'], expected: 'a whole number from 1 to 65535' },
  BLOG_PAGE_SIZE: { valid: ['0', '12'], invalid: ['-1', 'all'], expected: 'a whole number from 0' },
}

/** The lines about one variable, if it is the only one that is set. */
const problemsWith = (name: Name, text: string) =>
  problemsOf({ [name]: text }).filter((problem) => problem.startsWith(`${name}: `))

it.each(Object.keys(table) as Name[])('%s accepts valid values, and reports what is expected for others', (name) => {
  const { valid, invalid, expected } = table[name]
  for (const text of valid) expect([text, ...problemsWith(name, text)]).toEqual([text])
  for (const text of invalid) {
    const [problem = '', ...others] = problemsWith(name, text)
    expect(problem, text).toMatch(/^\w+: .* is not valid; expected .+/)
    expect(problem.split('; expected ')[1]).toContain(expected)
    expect(others).toEqual([])
    // A value with an `@` may contain a password.
    if (!('secret' in variables[name]) && !text.includes('@')) expect(problem).toContain(`"${text}"`)
  }
})
