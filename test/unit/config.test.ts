import { expect, it } from 'vitest'
import { variables } from '../../server/config-variables.ts'
import { parseConfig } from '../../server/config.ts'

const key = '0123456789abcdef0123456789'

/** The configuration that an environment leads to. */
function configOf(env: Record<string, string>) {
  const parsed = parseConfig(env)
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  return parsed.config
}

/** The lines that an operator would read. */
function problemsOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env)
  return parsed.kind === 'problems' ? parsed.problems : []
}

it('needs no variable at all: posts come from the files and the newsletter is simulated', () => {
  expect(parseConfig({})).toEqual({
    kind: 'config',
    withoutEffect: [],
    config: {
      port: 3000,
      host: '0.0.0.0',
      siteUrl: 'http://localhost:3000',
      ghost: null,
      posts: { ttlMs: 60_000, staleMs: 86_400_000, waitMs: 500, maxEntries: 1000, directory: 'content/posts' },
      media: { directory: 'data/media', maxBytes: 512 * 1024 * 1024, secret: null },
      newsletter: 'simulated',
      formsPer10Minutes: 20,
      trustProxy: 0,
      logLevel: 'info',
    },
  })
})

it('reads every variable that has an effect', () => {
  expect(
    configOf({
      PORT: ' 8080 ',
      MEDIA_DIR: '/var/media',
      MEDIA_MAX_MB: '2',
      MEDIA_SECRET: 'a secret long enough',
      HOST: '127.0.0.1',
      SITE_URL: 'https://www.example.com',
      GHOST_URL: 'https://ghost.example.com/blog',
      GHOST_CONTENT_API_KEY: key,
      GHOST_API_VERSION: 'v6.0',
      GHOST_TIMEOUT_MS: '100',
      POSTS_TTL_SECONDS: '0',
      POSTS_STALE_SECONDS: '10',
      POSTS_WAIT_MS: '20',
      POSTS_MAX_ENTRIES: '30',
      CONTENT_DIR: 'articles',
      NEWSLETTER: 'simulated',
      FORMS_PER_10_MINUTES: '5',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'debug',
    }),
  ).toEqual({
    port: 8080,
    host: '127.0.0.1',
    siteUrl: 'https://www.example.com',
    ghost: { url: 'https://ghost.example.com/blog', key, version: 'v6.0', timeoutMs: 100 },
    posts: { ttlMs: 0, staleMs: 10_000, waitMs: 20, maxEntries: 30, directory: 'articles' },
    newsletter: 'simulated',
    media: { directory: '/var/media', maxBytes: 2 * 1024 * 1024, secret: 'a secret long enough' },
    formsPer10Minutes: 5,
    trustProxy: 1,
    logLevel: 'debug',
  })
})

it('takes a variable that is empty or blank for one that is not set', () => {
  expect(parseConfig(Object.fromEntries(Object.keys(variables).map((name) => [name, ' '])))).toEqual(parseConfig({}))
})

it('derives the public address from the port', () => {
  expect(configOf({ PORT: '4321' }).siteUrl).toBe('http://localhost:4321')
  expect(configOf({ PORT: '4321', SITE_URL: 'https://www.example.com' }).siteUrl).toBe('https://www.example.com')
})

it('sends newsletter subscriptions to Ghost as soon as there is one', () => {
  const ghost = { GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }
  expect(configOf(ghost).newsletter).toBe('ghost')
  expect(configOf({ ...ghost, NEWSLETTER: 'simulated' }).newsletter).toBe('simulated')
})

it('refuses a newsletter by Ghost where there is no Ghost', () => {
  expect(problemsOf({ NEWSLETTER: 'ghost' })).toEqual([expect.stringMatching(/^NEWSLETTER: .*expected GHOST_URL/)])
})

it('tells which known variables have no effect yet', () => {
  const parsed = parseConfig({ METRICS_PORT: '9090', BLOG_PAGE_SIZE: '10' })
  expect(parsed).toMatchObject({ kind: 'config', withoutEffect: ['METRICS_PORT', 'BLOG_PAGE_SIZE'] })
})

it.each([
  ['GHOST_URL', 'https://ghost.example.com', 'GHOST_CONTENT_API_KEY'],
  ['GHOST_CONTENT_API_KEY', key, 'GHOST_URL'],
  ['RECAPTCHA_SITE_KEY', 'site-key', 'RECAPTCHA_SECRET_KEY'],
  ['RECAPTCHA_SECRET_KEY', 'secret-key', 'RECAPTCHA_SITE_KEY'],
])('refuses %s alone', (name, value, missing) => {
  const line = `${missing}: is not set although ${name} is; expected both or neither`
  expect(problemsOf({ [name]: value })).toEqual([line])
})

it('takes the two of a pair together', () => {
  expect(problemsOf({ RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' })).toEqual([])
  expect(problemsOf({ GHOST_URL: 'http://127.0.0.1:2368', GHOST_CONTENT_API_KEY: key })).toEqual([])
})

it('reports all problems together, one line each', () => {
  const problems = problemsOf({ PORT: 'x', SITE_URL: 'x', GHOST_URL: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x' })
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(
    ['PORT', 'SITE_URL', 'GHOST_URL', 'GHOST_CONTENT_API_KEY', 'LOG_LEVEL', 'TRUST_PROXY'].sort(),
  )
  expect(problems.filter((problem) => /\n/.test(problem))).toEqual([])
})
