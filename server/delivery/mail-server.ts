import type * as Nodemailer from 'nodemailer'
import { withDeadline } from '../http/deadline.ts'
import { lazyImport } from '../runtime/lazy-import.ts'
import type { Log } from '../runtime/log.ts'
import { type Delivery, later } from '../outbox/outbox.ts'
import { withoutAddresses } from './without-addresses.ts'

/**
 * Timeouts for name lookup, connection and greeting, in milliseconds. Some servers delay the greeting by half a minute against
 * spam (RFC 5321 §4.5.3.2.1 allows five minutes). Nodemailer counts the greeting within the connection's timeout.
 */
const timeouts = { connectionTimeout: 60_000, greetingTimeout: 60_000, dnsTimeout: 10_000 }

/**
 * Timeouts for sending the whole mail, and then for the answer, in milliseconds. The server may be scanning for viruses. A
 * client that gives up earlier sends a second copy (RFC 5321 §4.5.3.2.6).
 */
const handOverMs = 120_000
const answerMs = 600_000

export const maxMailMs = handOverMs + answerMs

const nodemailer = lazyImport<typeof Nodemailer>('nodemailer')

/** The mail for nodemailer, and for the plugin below. */
type Handed = Nodemailer.SendMailOptions & { onHandedOver: () => void }

type SendMail = (mail: Nodemailer.SendMailOptions, signal: AbortSignal) => Promise<Delivery>

/**
 * Sends mails through a mail server. STARTTLS is used if the server offers it. It is required if a password would otherwise cross
 * a network in the clear. Without login, any certificate is accepted, and a failing STARTTLS falls back to plain text (RFC 7435:
 * opportunistic encryption is never stricter than none).
 *
 * @param url `smtp:` or `smtps:`, with login, host, port and nodemailer's options as a query, e.g.
 * `?tls.rejectUnauthorized=false`
 * @see https://nodemailer.com/smtp/
 */
export function createMailServer(url: string, log: Pick<Log, 'warn'>): SendMail {
  const transport = createTransport(transportOptions(url))
  const inTheClear = isOpportunistic(url) ? createTransport({ ...transportOptions(url), ignoreTLS: true }) : null
  let isLogged = false

  /** Nodemailer only rejects if the server refuses every recipient. A retry would send the accepted ones a second copy. */
  async function sendBy(route: typeof transport, handed: Handed): Promise<void> {
    const { rejected } = await route.sendMail(handed)
    if (rejected.length > 0) log.warn({ recipients: rejected.length }, 'the mail server refuses some of the recipients')
  }

  return async (mail, outer) => {
    let isHandedOver = false
    const handOver = async (signal: AbortSignal, allow: (milliseconds: number) => void) => {
      const onHandedOver = () => {
        isHandedOver = true
        allow(answerMs)
      }
      const handed: Handed = { ...mail, disableFileAccess: true, disableUrlAccess: true, signal, onHandedOver }
      try {
        await sendBy(transport, handed)
      } catch (error) {
        const outcome = outcomeOfMailError(error, isHandedOver)
        const isUsable = outcome.kind !== 'later' || outcome.concerns !== 'destination'
        if (inTheClear === null || isUsable || isPastTls(error) || signal.aborted) throw error
        await sendBy(inTheClear, handed)
        if (!isLogged) log.warn({ reason: outcome.reason }, 'the mail server fails at TLS: mails go in the clear')
        isLogged = true
      }
    }
    try {
      await withDeadline(handOverMs, handOver, outer)
      return { kind: 'delivered' }
    } catch (error) {
      return outcomeOfMailError(error, isHandedOver)
    }
  }
}

function createTransport(options: ReturnType<typeof transportOptions> & { ignoreTLS?: boolean }) {
  const transport = nodemailer().createTransport(options)
  transport.use('stream', ({ message, data }, done) => {
    const { onHandedOver } = data as Handed // what `sendMail` is given above
    // Nodemailer pipes the content to the server, which has received all of it at its end.
    message.processFunc((content) => content.once('end', onHandedOver))
    done()
  })
  return transport
}

function transportOptions(url: string) {
  return {
    url,
    ...timeouts,
    socketTimeout: answerMs,
    ...(needsTls(url) ? { requireTLS: true } : {}),
    ...(isOpportunistic(url) ? { opportunisticTLS: true, tls: { rejectUnauthorized: false } } : {}),
  }
}

/** The result of a greeting. `why`: the reason of the failure, or why there is no TLS with a valid certificate. */
export type Greeting = { kind: 'secure' } | { kind: 'insecure'; why: string } | { kind: 'failed'; why: string }

/** Greets the mail server and logs in: first with strict TLS, then with the configured options. */
export async function greetMailServer(url: string): Promise<Greeting> {
  const greet = async (options: object) => {
    const transport = nodemailer().createTransport({ ...transportOptions(url), ...options })
    try {
      await transport.verify()
      return null
    } catch (error) {
      const { message, code }: MailError = error instanceof Error ? error : new Error(String(error))
      return { why: withoutAddresses(message), isAway: code === 'EDNS' || code === 'ETIMEDOUT' }
    } finally {
      transport.close()
    }
  }
  // In nodemailer, the URL overrides options.
  const demanding = new URL(url)
  for (const name of ['tls.rejectUnauthorized', 'requireTLS', 'ignoreTLS']) demanding.searchParams.delete(name)
  const tls = { opportunisticTLS: false, requireTLS: true, tls: { rejectUnauthorized: true } }
  const refused = await greet({ url: demanding.href, ...tls })
  if (refused === null) return { kind: 'secure' }
  if (refused.isAway) return { kind: 'failed', why: refused.why }
  let failed = await greet({})
  if (failed !== null && isOpportunistic(url)) failed = await greet({ ignoreTLS: true })
  return failed === null ? { kind: 'insecure', why: refused.why } : { kind: 'failed', why: failed.why }
}

/** Whether encryption is optional: not required by the protocol, a login or an option. */
function isOpportunistic(url: string): boolean {
  const { protocol, port, username, searchParams } = new URL(url)
  const asksForTls = [...searchParams].some(
    ([name, value]) => /^(?:tls\.|secure$|requireTLS$)/.test(name) && value !== 'false',
  )
  return protocol === 'smtp:' && port !== '465' && username === '' && !asksForTls
}

/** Whether a password would leave this machine in the clear. `?requireTLS=false` allows that. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !here && searchParams.get('requireTLS') !== 'false'
}

/** The fields of nodemailer's errors. */
type MailError = { message: string; code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** The steps of SMTP in which a server's answer concerns this mail alone, not the connection or the login. */
const mailSteps = ['MAIL FROM', 'RCPT TO', 'DATA']

/** Whether the failure is not about TLS: the server is busy or closing down, or it answered the mail itself. */
function isPastTls(error: unknown): boolean {
  const { command, responseCode } = error as MailError
  return responseCode === 421 || mailSteps.includes(String(command))
}

/**
 * The outcome of a mail that could not be sent. 4xx, such as greylisting, is temporary; 5xx is permanent (RFC 5321 §4.2.1). If
 * the login is refused or missing, TLS fails or the server cannot be reached, the mail waits until the operator has fixed that.
 * A server that received the whole mail and did not answer may have accepted it.
 *
 * @param error the rejection of nodemailer's `sendMail`
 * @param isHandedOver whether the server had received the whole mail by then
 */
export function outcomeOfMailError(error: unknown, isHandedOver: boolean): Delivery {
  if (!(error instanceof Error)) return later('the mail server fails', 'destination')
  const { message, code, command, responseCode, response }: MailError = error
  const answer = withoutAddresses(typeof response === 'string' ? response : message)
  if (code === 'EAUTH') return later(`the mail server refuses the login (${String(responseCode)})`, 'destination')
  if (typeof responseCode !== 'number') {
    // Nodemailer itself rejects the mail, for example if it is larger than the server accepts.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'refused', reason: answer }
    const why = `(${String(code)}): ${answer}`
    return isHandedOver
      ? { kind: 'unanswered', reason: `the mail server did not answer, and may have accepted the mail ${why}` }
      : later(`the mail server cannot be used ${why}`, 'destination')
  }
  const reason = `the mail server answered ${String(command)} with: ${answer}`
  // 421: closing down; 503: wrong order of commands; 530: requires a login or TLS.
  if (!mailSteps.includes(String(command)) || [421, 503, 530].includes(responseCode)) {
    return later(reason, 'destination')
  }
  return responseCode >= 500 ? { kind: 'refused', reason } : later(reason, 'message')
}
