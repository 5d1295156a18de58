import { join } from 'node:path'
import { expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import type { Folders } from '../../server/config/folders.ts'
import { parseConfig } from '../../server/config/config.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { configOf } from '../support/config-of.ts'

const key = '0123456789abcdef0123456789'
const adminKey = `${'1'.repeat(24)}:${'a'.repeat(64)}`

/** The lines that an operator would read. */
function problemsOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env)
  return parsed.kind === 'problems' ? parsed.problems : []
}

it('needs no variable at all: posts come from the files and the newsletter is simulated', () => {
  expect(parseConfig({})).toEqual({
    kind: 'config',
    config: {
      port: 3000,
      host: '0.0.0.0',
      siteUrl: 'http://localhost:3000',
      siteSecret: null,
      ghost: null,
      mediaHosts: [],
      webhookSecret: null,
      adminKey: null,
      posts: {
        ttlMs: 60_000,
        staleMs: 86_400_000,
        waitMs: 500,
        maxEntries: 1000,
        directory: 'content/posts',
        copies: { directory: 'data/posts', maxBytes: 256 * 1024 * 1024 },
      },
      redis: null,
      blogPageSize: 0,
      media: { directory: 'data/media', maxBytes: 512 * 1024 * 1024, memoryBytes: 192 * 1024 * 1024 },
      newsletter: 'simulated',
      mail: null,
      outbox: { directory: 'data/outbox', maxBytes: 64 * 1024 * 1024 },
      recaptcha: null,
      formsPer10Minutes: 20,
      formsTotalPer10Minutes: 500,
      trustProxy: 0,
      logLevel: 'info',
      metricsPort: null,
      purge: null,
      edgeTtlMs: null,
    },
  })
})

it('reads every variable that has an effect', () => {
  expect(
    configOf({
      PORT: ' 8080 ',
      MEDIA_DIR: '/var/media',
      MEDIA_MAX_MB: '2',
      MEDIA_MEMORY_MB: '64',
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
      POSTS_MAX_ENTRIES: '30',
      POSTS_DIR: '/srv/posts',
      POSTS_MAX_MB: '0',
      CONTENT_DIR: 'articles',
      REDIS_URL: 'rediss://:word@redis.example:6380/1',
      REDIS_TIMEOUT_MS: '50',
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
      PURGE: 'fastly',
      PURGE_URL: 'https://api.fastly.com/service/abc',
      PURGE_TOKEN: '0123456789abcdef',
    }),
  ).toEqual({
    port: 8080,
    host: '127.0.0.1',
    siteUrl: 'https://www.example.com',
    siteSecret: '0123456789abcdef',
    ghost: { url: 'https://ghost.example.com/blog', key, version: 'v6.0', timeoutMs: 100 },
    mediaHosts: ['storage.example.com', 'files.example.net:8443'],
    webhookSecret: 'un secret',
    adminKey,
    posts: {
      ttlMs: 0,
      staleMs: 10_000,
      waitMs: 20,
      maxEntries: 30,
      directory: 'articles',
      copies: { directory: '/srv/posts', maxBytes: 0 },
    },
    redis: { url: 'rediss://:word@redis.example:6380/1', timeoutMs: 50 },
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
    media: { directory: '/var/media', maxBytes: 2 * 1024 * 1024, memoryBytes: 64 * 1024 * 1024 },
    formsPer10Minutes: 5,
    formsTotalPer10Minutes: 50,
    trustProxy: 1,
    logLevel: 'debug',
    metricsPort: 9090,
    purge: { engine: 'fastly', urls: ['https://api.fastly.com/service/abc'], token: '0123456789abcdef' },
    edgeTtlMs: null,
  })
})

it('takes a variable that is empty or blank for one that is not set', () => {
  expect(parseConfig(Object.fromEntries(Object.keys(variables).map((name) => [name, ' '])))).toEqual(parseConfig({}))
})

it.each([
  [{ PORT: '4321' }, 'http://localhost:4321'],
  [{ SITE_URL: 'https://WWW.Example.com:443' }, 'https://www.example.com'],
  [{ PORT: '4321', SITE_URL: 'https://www.example.com' }, 'https://www.example.com'],
])('derives the public address from the port, where it is not given: %o', (env, siteUrl) => {
  expect(configOf(env).siteUrl).toBe(siteUrl)
})

it('sends newsletter subscriptions to Ghost as soon as there is one, and not before', () => {
  const ghost = { GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }
  expect(configOf(ghost).newsletter).toBe('ghost')
  expect(configOf({ ...ghost, NEWSLETTER: 'simulated' }).newsletter).toBe('simulated')
  expect(problemsOf({ NEWSLETTER: 'ghost' })).toEqual([expect.stringMatching(/^NEWSLETTER: .*expected GHOST_URL/)])
})

it('sends mail from the address that it goes to where no other is given, and none where that is all that is said', () => {
  const [url, to] = ['smtp://127.0.0.1:25', 'info@example.com']
  expect(configOf({ SMTP_URL: url, CONTACT_TO: to }).mail).toEqual({ url, to, from: to, acknowledge: false })
  expect(configOf({ MAIL_ACKNOWLEDGE: 'off' }).mail).toBeNull()
})

it('sends mail to several recipients, and wants to know its sender then', () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:25', CONTACT_TO: 'a@x.example ,b@x.example' }
  expect(configOf({ ...env, CONTACT_FROM: 'site@x.example' }).mail).toMatchObject({
    to: 'a@x.example, b@x.example',
    from: 'site@x.example',
  })
  expect(problemsOf(env)).toEqual([expect.stringMatching(/^CONTACT_FROM: is not set .*; expected /)])
})

it('reads addresses with a slash at their end as without', () => {
  const env = {
    SITE_URL: 'https://www.example.com/',
    GHOST_URL: 'https://ghost.example.com/',
    GHOST_CONTENT_API_KEY: key,
  }
  const { siteUrl, ghost } = configOf(env)
  expect([siteUrl, ghost?.url]).toEqual(['https://www.example.com', 'https://ghost.example.com'])
  expect(configOf({ ...env, GHOST_URL: 'https://example.com/blog/' }).ghost?.url).toBe('https://example.com/blog')
})

it.each([
  ['SMTP_URL', 'smtp://127.0.0.1:25', ['CONTACT_TO']],
  ['CONTACT_TO', 'info@example.com', ['SMTP_URL']],
  ['CONTACT_FROM', 'site@example.com', ['SMTP_URL', 'CONTACT_TO']],
  ['MAIL_ACKNOWLEDGE', 'on', ['SMTP_URL', 'CONTACT_TO']],
])('refuses %s alone, with a line for each variable that is missing', (name, value, missing) => {
  expect(problemsOf({ [name]: value })).toEqual(
    missing.map((one) => `${one}: is not set although ${name} is; expected SMTP_URL and CONTACT_TO, or no mail at all`),
  )
})

it.each([
  ['PURGE', 'varnish', ['PURGE_URL', 'PURGE_TOKEN']],
  ['PURGE_URL', 'http://127.0.0.1:6081', ['PURGE', 'PURGE_TOKEN']],
  ['PURGE_TOKEN', '0123456789abcdef', ['PURGE', 'PURGE_URL']],
  ['EDGE_TTL_SECONDS', '86400', ['PURGE', 'PURGE_URL', 'PURGE_TOKEN']],
])(
  'refuses %s without an edge that can be told, with a line for each variable that is missing',
  (name, value, missing) => {
    expect(problemsOf({ [name]: value })).toEqual(
      missing.map(
        (one) => `${one}: is not set although ${name} is; expected all of PURGE, PURGE_URL, PURGE_TOKEN, or none`,
      ),
    )
  },
)

it('knows the edge that is told, and refuses a lifetime there where posts are cached nowhere', () => {
  const edge = { PURGE: 'varnish', PURGE_URL: 'http://a:6081, http://b:6081', PURGE_TOKEN: '0123456789abcdef' }
  expect(configOf(edge)).toMatchObject({
    purge: { engine: 'varnish', urls: ['http://a:6081', 'http://b:6081'], token: '0123456789abcdef' },
    edgeTtlMs: null,
  })
  expect(configOf({ ...edge, EDGE_TTL_SECONDS: '86400' }).edgeTtlMs).toBe(86_400_000)
  const [line, ...others] = problemsOf({ ...edge, EDGE_TTL_SECONDS: '86400', POSTS_TTL_SECONDS: '0' })
  expect([line, others]).toEqual([expect.stringMatching(/^POSTS_TTL_SECONDS: is 0 .*; expected 1 or more/), []])
})

it.each<Record<string, string>>([{ METRICS_PORT: '3000' }, { PORT: '9090', METRICS_PORT: '9090' }])(
  'refuses metrics on the port of visitors: %o',
  (env) => {
    expect(problemsOf(env)).toEqual([`METRICS_PORT: "${env.METRICS_PORT}" is PORT's too; expected a port of its own`])
  },
)

it.each([
  ['GHOST_URL', 'https://ghost.example.com', 'GHOST_CONTENT_API_KEY'],
  ['GHOST_CONTENT_API_KEY', key, 'GHOST_URL'],
  ['RECAPTCHA_SITE_KEY', 'site-key', 'RECAPTCHA_SECRET_KEY'],
  ['RECAPTCHA_SECRET_KEY', 'secret-key', 'RECAPTCHA_SITE_KEY'],
])('refuses %s alone', (name, value, missing) => {
  const line = `${missing}: is not set although ${name} is; expected both or neither`
  expect(problemsOf({ [name]: value })).toEqual([line])
})

it('reports all problems together, one line each', () => {
  const problems = problemsOf({ PORT: 'x', SITE_URL: 'x', GHOST_URL: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x' })
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(
    ['PORT', 'SITE_URL', 'GHOST_URL', 'GHOST_CONTENT_API_KEY', 'LOG_LEVEL', 'TRUST_PROXY'].sort(),
  )
  expect(problems.filter((problem) => /\n/.test(problem))).toEqual([])
})

/** Folders as they would be found: nothing else is there, and nothing may be written where a code says why. */
function foldersOf(refusals: Record<string, string> = {}): Folders {
  const there: Record<string, 'folder' | 'other'> = {
    'content/posts/fr': 'folder',
    'content/posts/en': 'folder',
    'package.json': 'other',
  }
  return { kindOf: (path) => there[path] ?? null, refusalToWrite: (path) => refusals[path] ?? null }
}

it.each([
  { env: { CONTENT_DIR: 'nowhere' }, named: ['CONTENT_DIR'] },
  { env: { CONTENT_DIR: 'nowhere', PORT: 'abc' }, named: ['PORT', 'CONTENT_DIR'] },
  { env: { CONTENT_DIR: 'nowhere', GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }, named: [] },
  { env: { OUTBOX_DIR: 'package.json' }, named: ['OUTBOX_DIR'] },
  { env: { OUTBOX_DIR: 'made/at/the/start' }, named: [] },
])('of folders that are looked at, $env names $named', ({ env, named }) => {
  const parsed = parseConfig(env, foldersOf())
  expect(parsed.kind === 'problems' ? parsed.problems.map((line) => line.split(':')[0]) : []).toEqual(named)
})

it('says in one line of articles that cannot be found where their folder is, also where that has a line end', () => {
  const parsed = parseConfig({ CONTENT_DIR: 'no\nwhere' }, foldersOf())
  const [line, ...others] = parsed.kind === 'problems' ? parsed.problems : []
  expect(others).toEqual([])
  expect(line).toMatch(/^CONTENT_DIR: no\\nwhere\/fr and no\\nwhere\/en cannot be found; .+$/)
})

it('refuses an outbox that the site may not write to, and says what stands in the way', () => {
  expect(parseConfig({ OUTBOX_DIR: '/sys/x' }, foldersOf({ '/sys/x': 'EPERM' }))).toMatchObject({
    kind: 'problems',
    problems: [
      'OUTBOX_DIR: "/sys/x" cannot be written to (EPERM); expected a folder that the user of the site may write to',
    ],
  })
})

it.each(['POSTS_DIR', 'MEDIA_DIR'])(
  'refuses a %s that can never be a folder, and starts with one it may not write to',
  (name) => {
    const problemsWith = (path: string, refusals = {}) => {
      const parsed = parseConfig({ [name]: path }, foldersOf(refusals))
      return parsed.kind === 'problems' ? parsed.problems : []
    }
    expect(problemsWith('package.json')).toEqual([`${name}: "package.json" is a file; expected a folder`])
    for (const code of ['ENOENT', 'ENOTDIR']) {
      expect(problemsWith('/proc/x', { '/proc/x': code })).toEqual([
        `${name}: "/proc/x" can never be made; expected a folder, or a place for one`,
      ])
    }
    for (const code of ['EACCES', 'EROFS', 'ENOSPC']) expect(problemsWith('/full', { '/full': code })).toEqual([])
  },
)

it.each<{ env: Record<string, string>; is: string }>([
  { env: { OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/x' }, is: 'POSTS_DIR: "/srv/x" is OUTBOX_DIR ("/srv/x")' },
  {
    env: { OUTBOX_DIR: '/srv/x', MEDIA_DIR: '/srv/y/../x/' },
    is: 'MEDIA_DIR: "/srv/y/../x/" is OUTBOX_DIR ("/srv/x")',
  },
  { env: { OUTBOX_DIR: 'data/posts' }, is: 'POSTS_DIR: "data/posts" is OUTBOX_DIR ("data/posts")' },
  { env: { OUTBOX_DIR: join(projectRoot, 'data/media') }, is: 'MEDIA_DIR: "data/media" is OUTBOX_DIR' },
  {
    env: { OUTBOX_DIR: '/srv', POSTS_DIR: '/srv/refused' },
    is: 'POSTS_DIR: "/srv/refused" lies in OUTBOX_DIR ("/srv")',
  },
])('lets nothing else be kept in the outbox: $env', ({ env, is }) => {
  const problems = problemsOf(env)
  expect(problems).toEqual([expect.stringMatching(/; expected a folder of its own$/)])
  expect(problems[0]).toContain(is)
})

it('lets folders stand beside each other, and in one another where the outbox keeps nothing', () => {
  expect(problemsOf({ OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/xy', MEDIA_DIR: '/srv' })).toEqual([])
  expect(problemsOf({ OUTBOX_DIR: 'data' })).toEqual([])
})

it.each(['ENOSPC', 'EDQUOT'])('starts where the disk of the outbox is full: %s', (code) => {
  expect(parseConfig({ OUTBOX_DIR: '/full' }, foldersOf({ '/full': code })).kind).toBe('config')
})

it('says one line of a value of two lines', () => {
  const parsed = parseConfig({ LOG_LEVEL: 'a\nb' })
  expect(parsed).toMatchObject({
    kind: 'problems',
    problems: [expect.stringMatching(/^LOG_LEVEL: "a\\nb" is not valid; .+$/)],
  })
})
