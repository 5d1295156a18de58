import { type Values, type Variable, variables } from './config-variables.ts'

export type GhostConfig = { url: string; key: string; version: string; timeoutMs: number }

export type Config = {
  port: number
  host: string
  /** The public origin, without a trailing slash. */
  siteUrl: string
  /** Null: posts come from Markdown files. */
  ghost: GhostConfig | null
  posts: { ttlMs: number; staleMs: number; waitMs: number; maxEntries: number; directory: string }
  /** `secret` signs the addresses of other hosts' pictures; without one of its own, the content key does. */
  media: { directory: string; maxBytes: number; secret: string | null }
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
    media: {
      directory: values.MEDIA_DIR,
      maxBytes: values.MEDIA_MAX_MB * 1024 * 1024,
      secret: values.MEDIA_SECRET,
    },
    newsletter: values.NEWSLETTER ?? (ghost ? 'ghost' : 'simulated'),
    formsPer10Minutes: values.FORMS_PER_10_MINUTES,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  }
}
