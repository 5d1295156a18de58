import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { type Folders, foldersInOutbox, wrongFolders } from './folders.ts'
import { type Values, type Variable, variables } from './variables.ts'
import { isLikeAddress, notShown, shown } from './redaction.ts'

export type GhostConfig = { url: string; key: string; version: string; timeoutMs: number }

export type MailConfig = {
  /** With the login, if any: a secret. */
  url: string
  to: string
  from: string
  /** Whether visitors are told by mail that their message has arrived. */
  acknowledge: boolean
}

export type Config = {
  port: number
  host: string
  /** The public origin, without a trailing slash. */
  siteUrl: string
  /** What signatures are made from; null: derived from the key of Ghost, or made at the start. */
  siteSecret: string | null
  /** Null: posts come from Markdown files. */
  ghost: GhostConfig | null
  /** Hosts, with their ports where they have one, that hold Ghost's files beside Ghost itself. */
  mediaHosts: readonly string[]
  /** Null: `/webhooks/ghost` does not exist. */
  webhookSecret: string | null
  /** `id:secret`. Null: `/preview` does not exist. */
  adminKey: string | null
  posts: {
    ttlMs: number
    staleMs: number
    waitMs: number
    maxEntries: number
    directory: string
    /** Where the last good copies of a Ghost's posts outlive the process; 0 bytes: nowhere. */
    copies: { directory: string; maxBytes: number }
  }
  /** With its password: a secret. Null: this instance counts and remembers for itself alone. */
  redis: { url: string; timeoutMs: number } | null
  /** Posts on one page of the blog list; 0: all. */
  blogPageSize: number
  media: { directory: string; maxBytes: number; memoryBytes: number }
  newsletter: 'ghost' | 'simulated'
  /** Null: contact messages stay in the outbox. */
  mail: MailConfig | null
  outbox: { directory: string; maxBytes: number }
  /** Null: the built-in bot check. */
  recaptcha: { siteKey: string; secretKey: string } | null
  /** Accepted form posts from one address, and from all together. */
  formsPer10Minutes: number
  formsTotalPer10Minutes: number
  /** The number of proxies in front. */
  trustProxy: number
  logLevel: string
  /** Null: nothing is counted. */
  metricsPort: number | null
}

export function botCheckProviderOf({ recaptcha }: Pick<Config, 'recaptcha'>): BotCheckProvider {
  return recaptcha === null ? 'site' : 'google'
}

/** Where a site would listen, so far as that could be read; null: on a wrong port, or nowhere. */
export type Addresses = Pick<Config, 'host' | 'metricsPort'> & { port: number | null }

const pairs = [
  ['GHOST_URL', 'GHOST_CONTENT_API_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const satisfies [keyof typeof variables, keyof typeof variables][]

/**
 * Reads the whole environment at once.
 *
 * @param env variable names to texts, as `process.env`; an empty text counts as not set
 * @param folders where folders are to be looked at too
 * @returns the configuration, or one line for every wrong variable: its name, what is wrong, what is expected. A secret's
 * value is in no line, nor is what may be one in the wrong place.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  folders?: Folders,
): { kind: 'config'; config: Config } | { kind: 'problems'; problems: string[]; addresses: Addresses } {
  const problems: string[] = []
  const isSet = (name: string) => Boolean(env[name]?.trim())
  const read = (name: string, { read, initial, secret, address }: Variable) => {
    const text = env[name]?.trim()
    if (!text) return initial
    const result = read(text)
    if (result.ok) return result.value
    const isForeign = address && !isLikeAddress(text)
    const wrong = isForeign ? `${notShown} is not an address` : `${secret ? notShown : shown(text)} is not valid`
    problems.push(`${name}: ${wrong}; expected ${result.expected}`)
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
  if (values.METRICS_PORT !== null && values.METRICS_PORT === values.PORT) {
    problems.push(`METRICS_PORT: "${values.METRICS_PORT}" is PORT's too; expected a port of its own`)
  }
  const mail = (['SMTP_URL', 'CONTACT_TO', 'CONTACT_FROM', 'MAIL_ACKNOWLEDGE'] as const).find(
    (name) => isSet(name) && (name !== 'MAIL_ACKNOWLEDGE' || values.MAIL_ACKNOWLEDGE === 'on'),
  )
  for (const missing of ['SMTP_URL', 'CONTACT_TO']) {
    if (mail === undefined || isSet(missing)) continue
    problems.push(`${missing}: is not set although ${mail} is; expected SMTP_URL and CONTACT_TO, or no mail at all`)
  }
  problems.push(...foldersInOutbox(values))
  if (folders) problems.push(...wrongFolders(values, folders))
  if (problems.length > 0) return { kind: 'problems', problems, addresses: addressesOf(values, problems) }
  return { kind: 'config', config: toConfig(values) }
}

/** One line is enough for a variable that has one already. */
function addressesOf({ HOST, PORT, METRICS_PORT }: Values, problems: readonly string[]): Addresses {
  const isWrong = (name: string) => problems.some((problem) => problem.startsWith(`${name}: `))
  return {
    host: HOST,
    port: isWrong('PORT') ? null : PORT,
    metricsPort: isWrong('METRICS_PORT') ? null : METRICS_PORT,
  }
}

function toConfig(values: Values): Config {
  const { GHOST_URL: url, GHOST_CONTENT_API_KEY: key, SMTP_URL: smtp, CONTACT_TO: to } = values
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey } = values
  const ghost = url && key ? { url, key, version: values.GHOST_API_VERSION, timeoutMs: values.GHOST_TIMEOUT_MS } : null
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    siteSecret: values.SITE_SECRET,
    ghost,
    mediaHosts: values.GHOST_MEDIA_HOSTS ?? [],
    webhookSecret: values.GHOST_WEBHOOK_SECRET,
    adminKey: values.GHOST_ADMIN_API_KEY,
    posts: {
      ttlMs: values.POSTS_TTL_SECONDS * 1000,
      staleMs: values.POSTS_STALE_SECONDS * 1000,
      waitMs: values.POSTS_WAIT_MS,
      maxEntries: values.POSTS_MAX_ENTRIES,
      directory: values.CONTENT_DIR,
      copies: { directory: values.POSTS_DIR, maxBytes: values.POSTS_MAX_MB * 1024 * 1024 },
    },
    redis: values.REDIS_URL ? { url: values.REDIS_URL, timeoutMs: values.REDIS_TIMEOUT_MS } : null,
    blogPageSize: values.BLOG_PAGE_SIZE,
    media: {
      directory: values.MEDIA_DIR,
      maxBytes: values.MEDIA_MAX_MB * 1024 * 1024,
      memoryBytes: values.MEDIA_MEMORY_MB * 1024 * 1024,
    },
    newsletter: values.NEWSLETTER ?? (ghost ? 'ghost' : 'simulated'),
    mail:
      smtp && to
        ? { url: smtp, to, from: values.CONTACT_FROM ?? to, acknowledge: values.MAIL_ACKNOWLEDGE === 'on' }
        : null,
    outbox: { directory: values.OUTBOX_DIR, maxBytes: values.OUTBOX_MAX_MB * 1024 * 1024 },
    recaptcha: siteKey && secretKey ? { siteKey, secretKey } : null,
    formsPer10Minutes: values.FORMS_PER_10_MINUTES,
    formsTotalPer10Minutes: values.FORMS_TOTAL_PER_10_MINUTES,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
  }
}
