import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { type Folders, foldersInOutbox, wrongFolders } from './folders.ts'
import { type Values, type Variable, variables } from './variables.ts'
import type { Addresses } from '../runtime/listen.ts'
import { isLikeAddress, quotedOrRedacted, redacted } from '../runtime/redaction.ts'

/** The configuration that the environment describes; `toConfig` says what each part means. */
export type Config = ReturnType<typeof toConfig>
export type GhostConfig = Extract<Config['source'], { kind: 'ghost' }>
export type MailConfig = NonNullable<Config['mail']>

type IsSet = (name: keyof typeof variables) => boolean

/**
 * Reads the whole environment at once.
 *
 * @param env variable names to texts, as `process.env`; an empty text counts as not set
 * @param folders how to look at the folders that variables name; without it, they are not looked at
 * @returns the configuration, or one line for every wrong variable: its name, what is wrong, what is expected. A secret's
 * value is in no line, nor is what may be one in the wrong place.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  folders?: Folders,
): { kind: 'config'; config: Config } | { kind: 'problems'; problems: string[]; addresses: Addresses } {
  const isSet: IsSet = (name) => Boolean(env[name]?.trim())
  const { values, problems } = readValues(env)
  problems.push(...incompletePairs(isSet), ...conflicts(values, isSet), ...foldersInOutbox(values))
  if (folders) problems.push(...wrongFolders(values, folders))
  if (problems.length > 0) return { kind: 'problems', problems, addresses: addressesOf(values, problems) }
  return { kind: 'config', config: toConfig(values) }
}

/** Reads each variable by itself; a wrong one has its initial value. */
function readValues(env: Readonly<Record<string, string | undefined>>): { values: Values; problems: string[] } {
  const problems: string[] = []
  const read = (name: string, { read, initial, secret, address }: Variable) => {
    const text = env[name]?.trim()
    if (!text) return initial
    const result = read(text)
    if (result.ok) return result.value
    const isForeign = address && !isLikeAddress(text)
    const wrong = isForeign
      ? `${redacted} is not an address`
      : `${secret ? redacted : quotedOrRedacted(text)} is not valid`
    problems.push(`${name}: ${wrong}; expected ${result.expected}`)
    return initial
  }
  // Object.fromEntries forgets which name has which type; `variables` gives it back.
  const values = Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, read(name, row)])) as Values
  return { values, problems }
}

const pairs = [
  ['GHOST_URL', 'GHOST_CONTENT_API_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const

function incompletePairs(isSet: IsSet): string[] {
  return pairs.flatMap(([one, other]) => {
    if (isSet(one) === isSet(other)) return []
    const [missing, present] = isSet(one) ? [other, one] : [one, other]
    return [`${missing}: is not set although ${present} is; expected both or neither`]
  })
}

/** Values that are right by themselves, but not together. */
function conflicts(values: Values, isSet: IsSet): string[] {
  const { NEWSLETTER, METRICS_PORT, PORT, MAIL_ACKNOWLEDGE, CONTACT_TO } = values
  const problems: string[] = []
  if (NEWSLETTER === 'ghost' && !isSet('GHOST_URL')) {
    const expected = 'GHOST_URL and GHOST_CONTENT_API_KEY to be set, or "simulated"'
    problems.push(`NEWSLETTER: "ghost" needs a Ghost; expected ${expected}`)
  }
  if (METRICS_PORT !== null && METRICS_PORT === PORT) {
    problems.push(`METRICS_PORT: "${METRICS_PORT}" is PORT's too; expected a port of its own`)
  }
  const mail = (['SMTP_URL', 'CONTACT_TO', 'CONTACT_FROM', 'MAIL_ACKNOWLEDGE'] as const).find(
    (name) => isSet(name) && (name !== 'MAIL_ACKNOWLEDGE' || MAIL_ACKNOWLEDGE === 'on'),
  )
  for (const missing of ['SMTP_URL', 'CONTACT_TO'] as const) {
    if (mail === undefined || isSet(missing)) continue
    problems.push(`${missing}: is not set although ${mail} is; expected SMTP_URL and CONTACT_TO, or no mail at all`)
  }
  // A mail has one sender.
  if (CONTACT_TO !== null && CONTACT_TO.length > 1 && !isSet('CONTACT_FROM')) {
    problems.push(
      'CONTACT_FROM: is not set although CONTACT_TO has several recipients; expected the address of the sender',
    )
  }
  return problems
}

/** A wrong port has its line already, so that it is not tried as well. */
function addressesOf({ HOST, PORT, METRICS_PORT }: Values, problems: readonly string[]): Addresses {
  const isWrong = (name: string) => problems.some((problem) => problem.startsWith(`${name}: `))
  return {
    host: HOST,
    port: isWrong('PORT') ? null : PORT,
    metricsPort: isWrong('METRICS_PORT') ? null : METRICS_PORT,
  }
}

const megabyte = 1024 * 1024

function toGhost(url: string, key: string, values: Values) {
  return {
    kind: 'ghost',
    url,
    key,
    version: values.GHOST_API_VERSION,
    timeoutMs: values.GHOST_TIMEOUT_MS,
    /** Further hosts that hold Ghost's files, with their ports if they have one. */
    mediaHosts: values.GHOST_MEDIA_HOSTS ?? [],
    /** `id:secret`. Null: `/preview` does not exist. */
    adminKey: values.GHOST_ADMIN_API_KEY,
    /** The folder in which the lists outlive the process, and its limit; 0 bytes: they do not. */
    copies: { directory: values.POSTS_DIR, maxBytes: values.POSTS_MAX_MB * megabyte },
  } as const
}

function toConfig(values: Values) {
  const { GHOST_URL: url, GHOST_CONTENT_API_KEY: key, SMTP_URL: smtp, CONTACT_TO: recipients } = values
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey } = values
  const to = recipients?.join(', ')
  return {
    port: values.PORT,
    host: values.HOST,
    /** The public origin, without a trailing slash. */
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    /** The secret that signatures are made from; null: derived from the key of Ghost, or made at the start. */
    siteSecret: values.SITE_SECRET,
    /** Where posts come from. */
    source: url && key ? toGhost(url, key, values) : ({ kind: 'markdown', directory: values.CONTENT_DIR } as const),
    /** Null: `/webhooks/ghost` does not exist. */
    webhookSecret: values.GHOST_WEBHOOK_SECRET,
    posts: {
      ttlMs: values.POSTS_TTL_SECONDS * 1000,
      staleMs: values.POSTS_STALE_SECONDS * 1000,
      waitMs: values.POSTS_WAIT_MS,
    },
    /** Posts on one page of the blog list; 0: all. */
    blogPageSize: values.BLOG_PAGE_SIZE,
    newsletter: values.NEWSLETTER ?? (url && key ? 'ghost' : 'simulated'),
    /**
     * Null: contact messages stay in the outbox. `url` holds the login, if any: a secret. `acknowledge`: a mail tells visitors
     * that their message has arrived. `to` may be several addresses, as a mail's header has them.
     */
    mail:
      smtp && to
        ? { url: smtp, to, from: values.CONTACT_FROM ?? to, acknowledge: values.MAIL_ACKNOWLEDGE === 'on' }
        : null,
    outbox: { directory: values.OUTBOX_DIR, maxBytes: values.OUTBOX_MAX_MB * megabyte },
    /** Null: the built-in bot check. */
    recaptcha: siteKey && secretKey ? { siteKey, secretKey } : null,
    /** Accepted form posts from one address, and from all together. */
    formsPer10Minutes: values.FORMS_PER_10_MINUTES,
    formsTotalPer10Minutes: values.FORMS_TOTAL_PER_10_MINUTES,
    /** The number of proxies in front. */
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** Null: nothing is counted. */
    metricsPort: values.METRICS_PORT,
  }
}

export function botCheckProviderOf({ recaptcha }: Pick<Config, 'recaptcha'>): BotCheckProvider {
  return recaptcha === null ? 'site' : 'google'
}
