import { expect, it } from 'vitest'
import { configOf, problemsOf } from '../../test/support/config-of.ts'
import { type Config, parseConfig } from './config.ts'
import { removedVariables, removedVariablesIn } from './removed-variables.ts'
import { variables } from './variables.ts'

const key = '0123456789abcdef0123456789'
const adminKey = `${'1'.repeat(24)}:${'a'.repeat(64)}`
const megabyte = 1024 * 1024

const defaults: Config = {
  ...{ port: 3000, host: '0.0.0.0', siteUrl: 'http://localhost:3000', siteSecret: null, webhookSecret: null },
  source: { kind: 'markdown', directory: 'content/posts' },
  posts: { ttlMs: 60_000, staleMs: 86_400_000, waitMs: 500 },
  ...{ blogPageSize: 0, newsletter: 'simulated', mail: null, recaptcha: null },
  outbox: { directory: 'data/outbox', maxBytes: 64 * megabyte },
  ...{ formsPer10Minutes: 20, formsTotalPer10Minutes: 500, trustProxy: 0, logLevel: 'info', metricsPort: null },
}

it('needs no variable: posts come from Markdown files and the newsletter is simulated', () => {
  expect(parseConfig({})).toEqual({ kind: 'config', config: defaults })
})

/** Every variable with an effect, as in an environment file. */
const everything = Object.fromEntries(
  `PORT=8080 HOST=127.0.0.1 SITE_URL=https://www.example.com SITE_SECRET=0123456789abcdef CONTENT_DIR=articles
  GHOST_URL=https://ghost.example.com/blog GHOST_CONTENT_API_KEY=${key} GHOST_API_VERSION=v6.0 GHOST_TIMEOUT_MS=100
  GHOST_MEDIA_HOSTS=Storage.example.com,files.example.net:8443 GHOST_WEBHOOK_SECRET=un-secret
  GHOST_ADMIN_API_KEY=${adminKey} POSTS_TTL_SECONDS=0 POSTS_STALE_SECONDS=10 POSTS_WAIT_MS=20 POSTS_DIR=/srv/posts
  POSTS_MAX_MB=0 BLOG_PAGE_SIZE=12 NEWSLETTER=simulated SMTP_URL=smtps://user:password@mail.example:465
  CONTACT_TO=info@example.com CONTACT_FROM=site@example.com MAIL_ACKNOWLEDGE=on OUTBOX_DIR=/srv/outbox OUTBOX_MAX_MB=2
  FORMS_PER_10_MINUTES=5 FORMS_TOTAL_PER_10_MINUTES=50 RECAPTCHA_SITE_KEY=site-key RECAPTCHA_SECRET_KEY=secret-key
  TRUST_PROXY=1 LOG_LEVEL=debug METRICS_PORT=9090`
    .split(/\s+/)
    .map((pair) => pair.split('=', 2)),
) as Record<string, string>

it('reads every variable', () => {
  expect(Object.keys(everything).toSorted()).toEqual(Object.keys(variables).toSorted())
  expect(configOf(everything)).toEqual({
    ...{ port: 8080, host: '127.0.0.1', siteUrl: 'https://www.example.com', siteSecret: '0123456789abcdef' },
    source: {
      ...{ kind: 'ghost', url: 'https://ghost.example.com/blog', key, version: 'v6.0', timeoutMs: 100, adminKey },
      mediaHosts: ['storage.example.com', 'files.example.net:8443'],
      copies: { directory: '/srv/posts', maxBytes: 0 },
    },
    webhookSecret: 'un-secret',
    posts: { ttlMs: 0, staleMs: 10_000, waitMs: 20 },
    ...{ blogPageSize: 12, newsletter: 'simulated' },
    mail: {
      ...{ url: 'smtps://user:password@mail.example:465', to: 'info@example.com' },
      ...{ from: 'site@example.com', acknowledge: true },
    },
    outbox: { directory: '/srv/outbox', maxBytes: 2 * megabyte },
    recaptcha: { siteKey: 'site-key', secretKey: 'secret-key' },
    ...{ formsPer10Minutes: 5, formsTotalPer10Minutes: 50, trustProxy: 1, logLevel: 'debug', metricsPort: 9090 },
  })
})

const ghost = { GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }
const [url, to] = ['smtp://127.0.0.1:25', 'info@example.com']
const mail = { SMTP_URL: url, CONTACT_TO: to }
const two = { ...mail, CONTACT_TO: 'a@x.example ,b@x.example' }
const example = 'https://www.example.com'

it.each<[Record<string, string>, Partial<Config>]>([
  [Object.fromEntries(Object.keys(variables).map((name) => [name, ' '])), {}],
  [{ PORT: ' 4321 ' }, { port: 4321, siteUrl: 'http://localhost:4321' }],
  [{ SITE_URL: 'https://WWW.Example.com:443' }, { siteUrl: example }],
  [{ SITE_URL: `${example}/` }, { siteUrl: example }],
  [
    { PORT: '4321', SITE_URL: example },
    { port: 4321, siteUrl: example },
  ],
  [mail, { mail: { url, to, from: to, acknowledge: false } }],
  [{ MAIL_ACKNOWLEDGE: 'off' }, { mail: null }],
  [
    { ...two, CONTACT_FROM: 'site@x.example' },
    { mail: { url, to: 'a@x.example, b@x.example', from: 'site@x.example', acknowledge: false } },
  ],
])('reads %o as the defaults with %o', (env, changed) => {
  expect(configOf(env)).toEqual({ ...defaults, ...changed })
})

it('sends subscriptions to Ghost if Ghost is configured, unless the newsletter is simulated', () => {
  expect(configOf(ghost).newsletter).toBe('ghost')
  expect(configOf({ ...ghost, NEWSLETTER: 'simulated' }).newsletter).toBe('simulated')
})

/** The folders that exist; a code is the error of writing there. */
function problemsWith(env: Record<string, string>, refusals: Record<string, string>): string[] {
  const existing: Record<string, 'folder' | 'other'> = {
    ...{ 'content/posts/fr': 'folder', 'content/posts/en': 'folder', 'package.json': 'other' },
  }
  const kindOf = (path: string) => existing[path] ?? null
  return problemsOf(env, { kindOf, refusalToWrite: (path) => refusals[path] ?? null })
}

const missing = (name: string, other: string, expected: string) =>
  `${name}: is not set although ${other} is; expected ${expected}`
const wholeMail = 'SMTP_URL and CONTACT_TO, or no mail at all'
const withoutMail = (name: string) => ['SMTP_URL', 'CONTACT_TO'].map((unset) => missing(unset, name, wholeMail))
const pair = 'both or neither'
const own = 'expected a folder of its own'

it.each<{ env: Record<string, string>; refusals?: Record<string, string>; lines: (string | RegExp)[] }>([
  { env: { SMTP_URL: url }, lines: [missing('CONTACT_TO', 'SMTP_URL', wholeMail)] },
  { env: { CONTACT_TO: to }, lines: [missing('SMTP_URL', 'CONTACT_TO', wholeMail)] },
  { env: { CONTACT_FROM: to }, lines: withoutMail('CONTACT_FROM') },
  { env: { MAIL_ACKNOWLEDGE: 'on' }, lines: withoutMail('MAIL_ACKNOWLEDGE') },
  { env: two, lines: [/^CONTACT_FROM: is not set .*; expected /] },
  { env: { GHOST_URL: ghost.GHOST_URL }, lines: [missing('GHOST_CONTENT_API_KEY', 'GHOST_URL', pair)] },
  { env: { GHOST_CONTENT_API_KEY: key }, lines: [missing('GHOST_URL', 'GHOST_CONTENT_API_KEY', pair)] },
  { env: { RECAPTCHA_SITE_KEY: 'a' }, lines: [missing('RECAPTCHA_SECRET_KEY', 'RECAPTCHA_SITE_KEY', pair)] },
  { env: { RECAPTCHA_SECRET_KEY: 'a' }, lines: [missing('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY', pair)] },
  { env: { NEWSLETTER: 'ghost' }, lines: [/^NEWSLETTER: .*expected GHOST_URL/] },
  { env: { METRICS_PORT: '3000' }, lines: [`METRICS_PORT: "3000" is PORT's too; expected a port of its own`] },
  { env: { PORT: '9090', METRICS_PORT: '9090' }, lines: [/^METRICS_PORT: "9090" is PORT's too; expected/] },
  {
    env: { PORT: 'x', SITE_URL: 'x', GHOST_URL: 'x', LOG_LEVEL: 'a\nb', TRUST_PROXY: 'x' },
    lines: [
      ...[/^PORT: .+$/, /^SITE_URL: .+$/, /^GHOST_URL: .+$/, /^TRUST_PROXY: .+$/],
      ...[/^LOG_LEVEL: "a\\nb" is not valid; .+$/, /^GHOST_CONTENT_API_KEY: .+$/],
    ],
  },
  {
    env: { CONTENT_DIR: 'no\nwhere', PORT: 'abc' },
    lines: [/^PORT: /, /^CONTENT_DIR: no\\nwhere\/fr and no\\nwhere\/en cannot be found; .+$/],
  },
  { env: { ...ghost, CONTENT_DIR: 'nowhere' }, lines: [] },
  { env: { OUTBOX_DIR: 'package.json' }, lines: [/^OUTBOX_DIR: "package\.json" is a file; expected /] },
  { env: { OUTBOX_DIR: 'made/at/the/start' }, lines: [] },
  {
    env: { OUTBOX_DIR: '/sys/x' },
    refusals: { '/sys/x': 'EPERM' },
    lines: [
      'OUTBOX_DIR: "/sys/x" cannot be written to (EPERM); expected a folder that the user of the site may write to',
    ],
  },
  ...['ENOSPC', 'EDQUOT'].map((code) => ({ env: { OUTBOX_DIR: '/full' }, refusals: { '/full': code }, lines: [] })),
  { env: { POSTS_DIR: 'package.json' }, lines: ['POSTS_DIR: "package.json" is a file; expected a folder'] },
  ...['ENOENT', 'ENOTDIR'].map((code) => ({
    env: { POSTS_DIR: '/proc/x' },
    refusals: { '/proc/x': code },
    lines: ['POSTS_DIR: "/proc/x" cannot be created; expected a folder, or a path where one can be created'],
  })),
  ...['EACCES', 'EROFS', 'ENOSPC'].map((code) => ({
    ...{ env: { POSTS_DIR: '/full' }, refusals: { '/full': code }, lines: [] },
  })),
  {
    env: { OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/x' },
    lines: [`POSTS_DIR: "/srv/x" is OUTBOX_DIR ("/srv/x"); ${own}`],
  },
  { env: { OUTBOX_DIR: 'data/posts' }, lines: [`POSTS_DIR: "data/posts" is OUTBOX_DIR ("data/posts"); ${own}`] },
  {
    env: { OUTBOX_DIR: '/srv', POSTS_DIR: '/srv/refused' },
    lines: [`POSTS_DIR: "/srv/refused" lies in OUTBOX_DIR ("/srv"); ${own}`],
  },
  { env: { OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/xy' }, lines: [] },
  { env: { OUTBOX_DIR: 'data' }, lines: [] },
])('reports %o, one line for each problem', ({ env, refusals = {}, lines }) => {
  const expected = lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)))
  const problems = problemsWith(env, refusals)
  expect(problems).toHaveLength(lines.length)
  expect(problems).toEqual(expect.arrayContaining(expected))
})

it('reports removed variables that are set', () => {
  const env = { PORT: '3000', PURGE: 'varnish', PURGE_TOKEN: '', EDGE_TTL_SECONDS: ' ' }
  expect(removedVariablesIn(env)).toEqual(['PURGE'])
  expect(removedVariablesIn(Object.fromEntries(removedVariables.map((name) => [name, 'x'])))).toEqual(removedVariables)
  expect(removedVariablesIn({})).toEqual([])
})
