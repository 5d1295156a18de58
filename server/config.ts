import { httpAddress, integer, matching, oneOf, origin, type Reader } from './config-values.ts'

/** How a variable is read, what it is when it is not set, and whether its value may stand in a message. */
type Variable = { read: Reader<string | number>; initial: string | number | null; secret?: true }

const anyText = matching(/\S/, 'some text')
const mailbox = matching(/^\S+@\S+\.\S+$/, 'an e-mail address such as info@example.com')

/** Every environment variable of the site. The README's table and `.env.example` name the same; a check compares them. */
export const variables = {
  PORT: { read: integer(0, 65_535), initial: 3000 },
  HOST: { read: anyText, initial: '0.0.0.0' },
  SITE_URL: { read: origin, initial: null },
  GHOST_URL: { read: httpAddress, initial: null },
  GHOST_CONTENT_API_KEY: { read: matching(/^[0-9a-f]{26}$/, '26 hex characters'), initial: null, secret: true },
  GHOST_API_VERSION: { read: matching(/^v\d+\.\d+$/, 'a version such as v5.0'), initial: 'v5.0' },
  GHOST_TIMEOUT_MS: { read: integer(1, 120_000), initial: 5000 },
  GHOST_WEBHOOK_SECRET: { read: anyText, initial: null, secret: true },
  GHOST_ADMIN_API_KEY: {
    read: matching(/^[0-9a-f]{24}:[0-9a-f]{64}$/, 'id:secret, 24 and 64 hex characters'),
    initial: null,
    secret: true,
  },
  POSTS_TTL_SECONDS: { read: integer(0, 31_536_000), initial: 60 },
  POSTS_STALE_SECONDS: { read: integer(0, 31_536_000), initial: 86_400 },
  POSTS_WAIT_MS: { read: integer(0, 120_000), initial: 500 },
  POSTS_MAX_ENTRIES: { read: integer(1, 1_000_000), initial: 1000 },
  CONTENT_DIR: { read: anyText, initial: 'content/posts' },
  REDIS_URL: {
    read: matching(/^rediss?:\/\/[^\s/]/, 'an address such as redis://127.0.0.1:6379'),
    initial: null,
    secret: true,
  },
  NEWSLETTER: { read: oneOf('ghost', 'simulated'), initial: null },
  SMTP_URL: {
    read: matching(/^smtps?:\/\/[^\s/]/, 'an address such as smtp://127.0.0.1:25'),
    initial: null,
    secret: true,
  },
  CONTACT_TO: { read: mailbox, initial: null },
  CONTACT_FROM: { read: mailbox, initial: null },
  OUTBOX_DIR: { read: anyText, initial: 'data/outbox' },
  RECAPTCHA_SITE_KEY: { read: anyText, initial: null },
  RECAPTCHA_SECRET_KEY: { read: anyText, initial: null, secret: true },
  FORMS_PER_10_MINUTES: { read: integer(1, 1_000_000), initial: 20 },
  TRUST_PROXY: { read: integer(0, 100), initial: 0 },
  LOG_LEVEL: { read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), initial: 'info' },
  METRICS_PORT: { read: integer(1, 65_535), initial: null },
  BLOG_PAGE_SIZE: { read: integer(0, 100_000), initial: 0 },
} as const satisfies Record<string, Variable>

type Values = {
  [Name in keyof typeof variables]:
    | ((typeof variables)[Name]['read'] extends Reader<infer T> ? T : never)
    | (null extends (typeof variables)[Name]['initial'] ? null : never)
}

export type GhostConfig = { url: string; key: string; version: string; timeoutMs: number }

export type Config = {
  port: number
  host: string
  /** The public origin, without a trailing slash. */
  siteUrl: string
  /** Null: posts come from Markdown files. */
  ghost: GhostConfig | null
  posts: { ttlMs: number; staleMs: number; waitMs: number; maxEntries: number; directory: string }
  newsletter: 'ghost' | 'simulated'
  formsPer10Minutes: number
  /** The number of proxies in front. */
  trustProxy: number
  logLevel: string
}

/** Known variables whose feature is not built yet; setting one is said in the log, never silently ignored. */
const notYetUsed = [
  'GHOST_WEBHOOK_SECRET',
  'GHOST_ADMIN_API_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'CONTACT_TO',
  'CONTACT_FROM',
  'OUTBOX_DIR',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_SECRET_KEY',
  'METRICS_PORT',
  'BLOG_PAGE_SIZE',
] as const satisfies (keyof typeof variables)[]

const pairs = [
  ['GHOST_URL', 'GHOST_CONTENT_API_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const satisfies [keyof typeof variables, keyof typeof variables][]

/**
 * Reads the whole environment at once.
 *
 * @param env variable names to texts, as `process.env`; an empty text counts as not set
 * @returns the configuration and the variables that have no effect yet, or one line for every wrong variable: its name,
 * what is wrong, what is expected. A secret's value is in no line.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
): { kind: 'config'; config: Config; withoutEffect: string[] } | { kind: 'problems'; problems: string[] } {
  const problems: string[] = []
  const isSet = (name: string) => Boolean(env[name]?.trim())
  const read = (name: string, { read, initial, secret }: Variable) => {
    const text = env[name]?.trim()
    if (!text) return initial
    const result = read(text)
    if (result.ok) return result.value
    problems.push(
      `${name}: ${secret || holdsPassword(text) ? 'the value (not shown)' : `"${text}"`} is not valid; expected ${result.expected}`,
    )
    return initial
  }
  // Object.fromEntries forgets which name has which type; `variables` gives it back.
  const values = Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, read(name, row)])) as Values

  for (const [one, other] of pairs) {
    if (isSet(one) === isSet(other)) continue
    const [missing, present] = isSet(one) ? [other, one] : [one, other]
    problems.push(`${missing}: is not set although ${present} is; expected both or neither`)
  }
  if (values.NEWSLETTER === 'ghost' && !isSet('GHOST_URL')) {
    problems.push(
      'NEWSLETTER: "ghost" needs a Ghost; expected GHOST_URL and GHOST_CONTENT_API_KEY to be set, or "simulated"',
    )
  }
  if (problems.length > 0) return { kind: 'problems', problems }
  return { kind: 'config', config: toConfig(values), withoutEffect: notYetUsed.filter(isSet) }
}

/** `user:password@` in an address that is not supposed to hold one. */
function holdsPassword(text: string): boolean {
  return /:.*@/s.test(text)
}

function toConfig(values: Values): Config {
  const { GHOST_URL: url, GHOST_CONTENT_API_KEY: key } = values
  const ghost = url && key ? { url, key, version: values.GHOST_API_VERSION, timeoutMs: values.GHOST_TIMEOUT_MS } : null
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    ghost,
    posts: {
      ttlMs: values.POSTS_TTL_SECONDS * 1000,
      staleMs: values.POSTS_STALE_SECONDS * 1000,
      waitMs: values.POSTS_WAIT_MS,
      maxEntries: values.POSTS_MAX_ENTRIES,
      directory: values.CONTENT_DIR,
    },
    newsletter: values.NEWSLETTER ?? (ghost ? 'ghost' : 'simulated'),
    formsPer10Minutes: values.FORMS_PER_10_MINUTES,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  }
}
