/**
 * The configuration, and the singletons shared by most rooms. All errors of the environment are reported at once, and no error
 * contains a secret. After the start the configuration never changes. This folder knows nothing about the parts that use it.
 */
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { i18n } from 'i18next'
import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import { languages } from '../../shared/language.ts'
import type { Fetch } from '../http/fetch.ts'
import { type Addresses, listen, wrongAddresses } from '../runtime/listen.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import type { KeyFor } from './derived-keys.ts'
import { type Folders, folders, foldersInOutbox, wrongFolders } from './folders.ts'
import { readValues } from './values.ts'
import type { Values } from './variables.ts'

export { createKeys, type KeyFor } from './derived-keys.ts'
export { folders } from './folders.ts'
export { removedVariablesIn } from './removed-variables.ts'

/** The parsed environment. `toConfig` explains each part. */
export type Config = ReturnType<typeof toConfig>
export type GhostConfig = Extract<Config['source'], { kind: 'ghost' }>
export type MailConfig = NonNullable<Config['mail']>

/** `now` is for dates and for times that other processes compare; `uptime` is for durations. */
export type Clock = {
  /** Milliseconds since 1970. People and time servers may set it, also back. */
  now: () => number
  /** Whole milliseconds since the process began; never set. The outbox writes sums of it into file names. */
  uptime: () => number
}

export const systemClock: Clock = { now: () => Date.now(), uptime: () => Math.trunc(performance.now()) }

/** Singletons shared by most rooms. */
export type Context = Clock & {
  config: Config
  keyFor: KeyFor
  texts: i18n
  fetch: Fetch
  log: Log
  observer: Observer
}

/** The configuration that a site starts with. Ends the process if it is invalid, or if Node lacks a language. */
export async function readEnvironment(env: NodeJS.ProcessEnv): Promise<Config> {
  const parsed = parseConfig(env, folders)
  const locales = missingLocales()
  if (parsed.kind === 'config') return locales.length > 0 ? refuseToStart(locales) : parsed.config
  // A valid address may still be taken or foreign, which only shows when the process listens.
  return refuseToStart([...locales, ...parsed.problems, ...(await wrongAddresses(parsed.addresses))])
}

/** Node formats dates in English if it lacks the data of a language. */
function missingLocales(): string[] {
  const missing = languages.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(`${language}-CA`).length === 0)
  if (missing.length === 0) return []
  const remedy = 'expected full ICU data, as in the packages of nodejs.org (Alpine: icu-data-full)'
  return [`NODE_ICU_DATA: this Node has no locale data for ${missing.join(' and ')}; ${remedy}`]
}

/** Ends the process with 1. @param problems lines for standard error */
export function refuseToStart(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

/**
 * Listens at the configured address for `npm run dev`, or ends the process as the built site does.
 *
 * @returns the address, for a browser on this machine
 */
export async function listenForDevelopment(server: Server, env: NodeJS.ProcessEnv): Promise<string> {
  const { host, port } = await readEnvironment(env)
  const problems = await listen(host, [{ server, port, variable: 'PORT' }])
  if (problems.length > 0) refuseToStart(problems)
  const address = server.address() as AddressInfo // of a server that listens on a port
  const name = host === '0.0.0.0' ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${address.port}`
}

/**
 * Parses the environment.
 *
 * @param env as `process.env`; an empty text counts as not set
 * @param folders checks the folders that variables name; if missing, they are not checked
 * @returns the configuration, or one line for each invalid variable: its name, the fault, what is expected. No line contains
 * a secret, nor a value that may be one in the wrong place.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  folders?: Folders,
): { kind: 'config'; config: Config } | { kind: 'problems'; problems: string[]; addresses: Addresses } {
  const { values, problems } = readValues(env)
  problems.push(...foldersInOutbox(values))
  if (folders) problems.push(...wrongFolders(values, folders))
  if (problems.length > 0) return { kind: 'problems', problems, addresses: addressesOf(values, problems) }
  return { kind: 'config', config: toConfig(values) }
}

/** An invalid port has its line already, so the caller does not try to listen on it. */
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
    /** The secret for signatures. Null: derived from Ghost's key, or random at each start. */
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
     * Null: contact messages stay in the outbox. `url` is secret, as it may contain a login. `to` is a header value, and may
     * list several addresses. `acknowledge`: visitors get a mail that confirms the receipt.
     */
    mail:
      smtp && to
        ? { url: smtp, to, from: values.CONTACT_FROM ?? to, acknowledge: values.MAIL_ACKNOWLEDGE === 'on' }
        : null,
    outbox: { directory: values.OUTBOX_DIR, maxBytes: values.OUTBOX_MAX_MB * megabyte },
    /** Null: the built-in bot check. */
    recaptcha: siteKey && secretKey ? { siteKey, secretKey } : null,
    /** The limits of accepted form posts in ten minutes, for one address and for all together. */
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
