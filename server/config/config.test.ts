import { expect, it } from 'vitest'
import { variables } from './variables.ts'
import { parseConfig } from './config.ts'
import { configOf, problemsOf } from '../../test/support/config-of.ts'

const key = '0123456789abcdef0123456789'
const adminKey = `${'1'.repeat(24)}:${'a'.repeat(64)}`

it('needs no variable: posts come from the files and the newsletter is simulated', () => {
  expect(parseConfig({})).toEqual({
    kind: 'config',
    config: {
      port: 3000,
      host: '0.0.0.0',
      siteUrl: 'http://localhost:3000',
      siteSecret: null,
      source: { kind: 'markdown', directory: 'content/posts' },
      webhookSecret: null,
      posts: {
        ttlMs: 60_000,
        staleMs: 86_400_000,
        waitMs: 500,
      },
      blogPageSize: 0,
      newsletter: 'simulated',
      mail: null,
      outbox: { directory: 'data/outbox', maxBytes: 64 * 1024 * 1024 },
      recaptcha: null,
      formsPer10Minutes: 20,
      formsTotalPer10Minutes: 500,
      trustProxy: 0,
      logLevel: 'info',
      metricsPort: null,
    },
  })
})

it('reads every variable that has an effect', () => {
  expect(
    configOf({
      PORT: ' 8080 ',
      HOST: '127.0.0.1',
      SITE_URL: 'https://www.example.com',
      SITE_SECRET: '0123456789abcdef',
      GHOST_URL: 'https://ghost.example.com/blog',
      GHOST_CONTENT_API_KEY: key,
      GHOST_API_VERSION: 'v6.0',
      GHOST_TIMEOUT_MS: '100',
      GHOST_MEDIA_HOSTS: 'Storage.example.com, files.example.net:8443',
      GHOST_WEBHOOK_SECRET: 'un secret',
      GHOST_ADMIN_API_KEY: adminKey,
      POSTS_TTL_SECONDS: '0',
      POSTS_STALE_SECONDS: '10',
      POSTS_WAIT_MS: '20',
      POSTS_DIR: '/srv/posts',
      POSTS_MAX_MB: '0',
      CONTENT_DIR: 'articles',
      BLOG_PAGE_SIZE: '12',
      NEWSLETTER: 'simulated',
      SMTP_URL: 'smtps://user:password@mail.example:465',
      CONTACT_TO: 'info@example.com',
      CONTACT_FROM: 'site@example.com',
      MAIL_ACKNOWLEDGE: 'on',
      OUTBOX_DIR: '/srv/outbox',
      OUTBOX_MAX_MB: '2',
      FORMS_PER_10_MINUTES: '5',
      FORMS_TOTAL_PER_10_MINUTES: '50',
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9090',
    }),
  ).toEqual({
    port: 8080,
    host: '127.0.0.1',
    siteUrl: 'https://www.example.com',
    siteSecret: '0123456789abcdef',
    source: {
      kind: 'ghost',
      ...{ url: 'https://ghost.example.com/blog', key, version: 'v6.0', timeoutMs: 100, adminKey },
      mediaHosts: ['storage.example.com', 'files.example.net:8443'],
      copies: { directory: '/srv/posts', maxBytes: 0 },
    },
    webhookSecret: 'un secret',
    posts: {
      ttlMs: 0,
      staleMs: 10_000,
      waitMs: 20,
    },
    blogPageSize: 12,
    newsletter: 'simulated',
    mail: {
      url: 'smtps://user:password@mail.example:465',
      to: 'info@example.com',
      from: 'site@example.com',
      acknowledge: true,
    },
    outbox: { directory: '/srv/outbox', maxBytes: 2 * 1024 * 1024 },
    recaptcha: { siteKey: 'site-key', secretKey: 'secret-key' },
    formsPer10Minutes: 5,
    formsTotalPer10Minutes: 50,
    trustProxy: 1,
    logLevel: 'debug',
    metricsPort: 9090,
  })
})

it('an empty or blank variable counts as not set', () => {
  expect(parseConfig(Object.fromEntries(Object.keys(variables).map((name) => [name, ' '])))).toEqual(parseConfig({}))
})

it.each([
  [{ PORT: '4321' }, 'http://localhost:4321'],
  [{ SITE_URL: 'https://WWW.Example.com:443' }, 'https://www.example.com'],
  [{ SITE_URL: 'https://www.example.com/' }, 'https://www.example.com'],
  [{ PORT: '4321', SITE_URL: 'https://www.example.com' }, 'https://www.example.com'],
])('derives a missing public URL from the port, and normalizes a given one: %o', (env, siteUrl) => {
  expect(configOf(env).siteUrl).toBe(siteUrl)
})

it('sends subscriptions to Ghost only if there is one', () => {
  const ghost = { GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }
  expect(configOf(ghost).newsletter).toBe('ghost')
  expect(configOf({ ...ghost, NEWSLETTER: 'simulated' }).newsletter).toBe('simulated')
  expect(problemsOf({ NEWSLETTER: 'ghost' })).toEqual([expect.stringMatching(/^NEWSLETTER: .*expected GHOST_URL/)])
})

it('uses the recipient as the default sender, and sends no mail without a server', () => {
  const [url, to] = ['smtp://127.0.0.1:25', 'info@example.com']
  expect(configOf({ SMTP_URL: url, CONTACT_TO: to }).mail).toEqual({ url, to, from: to, acknowledge: false })
  expect(configOf({ MAIL_ACKNOWLEDGE: 'off' }).mail).toBeNull()
})

it('sends mail to several recipients, and then requires a sender', () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:25', CONTACT_TO: 'a@x.example ,b@x.example' }
  expect(configOf({ ...env, CONTACT_FROM: 'site@x.example' }).mail).toMatchObject({
    to: 'a@x.example, b@x.example',
    from: 'site@x.example',
  })
  expect(problemsOf(env)).toEqual([expect.stringMatching(/^CONTACT_FROM: is not set .*; expected /)])
})

const mail = 'SMTP_URL and CONTACT_TO, or no mail at all'
const pair = 'both or neither'

it.each([
  ['SMTP_URL', 'smtp://127.0.0.1:25', ['CONTACT_TO'], mail],
  ['CONTACT_TO', 'info@example.com', ['SMTP_URL'], mail],
  ['CONTACT_FROM', 'site@example.com', ['SMTP_URL', 'CONTACT_TO'], mail],
  ['MAIL_ACKNOWLEDGE', 'on', ['SMTP_URL', 'CONTACT_TO'], mail],
  ['GHOST_URL', 'https://ghost.example.com', ['GHOST_CONTENT_API_KEY'], pair],
  ['GHOST_CONTENT_API_KEY', key, ['GHOST_URL'], pair],
  ['RECAPTCHA_SITE_KEY', 'site-key', ['RECAPTCHA_SECRET_KEY'], pair],
  ['RECAPTCHA_SECRET_KEY', 'secret-key', ['RECAPTCHA_SITE_KEY'], pair],
])('rejects %s alone, with a line for each missing variable', (name, value, missing, expected) => {
  expect(problemsOf({ [name]: value })).toEqual(
    missing.map((one) => `${one}: is not set although ${name} is; expected ${expected}`),
  )
})

it.each<Record<string, string>>([{ METRICS_PORT: '3000' }, { PORT: '9090', METRICS_PORT: '9090' }])(
  'rejects metrics on the port of visitors: %o',
  (env) => {
    expect(problemsOf(env)).toEqual([`METRICS_PORT: "${env.METRICS_PORT}" is PORT's too; expected a port of its own`])
  },
)

it('reports all problems together, one line each', () => {
  const problems = problemsOf({ PORT: 'x', SITE_URL: 'x', GHOST_URL: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x' })
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(
    ['PORT', 'SITE_URL', 'GHOST_URL', 'GHOST_CONTENT_API_KEY', 'LOG_LEVEL', 'TRUST_PROXY'].sort(),
  )
  expect(problems.filter((problem) => /\n/.test(problem))).toEqual([])
  expect(problemsOf({ LOG_LEVEL: 'a\nb' })).toEqual([expect.stringMatching(/^LOG_LEVEL: "a\\nb" is not valid; .+$/)])
})
