import type * as Nodemailer from 'nodemailer'
import { withDeadline } from '../http/deadline.ts'
import { lazyImport } from '../runtime/lazy-import.ts'
import type { Log } from '../runtime/log.ts'
import { type Delivery, later } from '../outbox/outbox.ts'
import { withoutAddresses } from './without-addresses.ts'

/**
 * How long the server may take to be found, and until it has greeted, in milliseconds. Some let a client wait half a minute for the
 * greeting, against senders of spam (RFC 5321 §4.5.3.2.1 allows five minutes). Nodemailer counts it within the connection's time.
 */
const timeouts = { connectionTimeout: 60_000, greetingTimeout: 60_000, dnsTimeout: 10_000 }

/**
 * How long it may take until it has the whole mail, and then to answer, in milliseconds. A client that leaves earlier brings a
 * second copy (RFC 5321 §4.5.3.2.6): the server may be looking for viruses.
 */
const handOverMs = 120_000
const answerMs = 600_000

export const maxMailMs = handOverMs + answerMs

const nodemailer = lazyImport<typeof Nodemailer>('nodemailer')

/** The mail for nodemailer, and for the plugin below. */
type Handed = Nodemailer.SendMailOptions & { onHandedOver: () => void }

type SendMail = (mail: Nodemailer.SendMailOptions, signal: AbortSignal) => Promise<Delivery>

/**
 * Sends mails through a mail server. STARTTLS is used if it is offered, with any certificate where the mail would else go in the
 * clear, and not where it then fails (RFC 7435: opportunistic encryption is never stricter than none); it is required if a password
 * would otherwise cross a network in the clear.
 *
 * @param url `smtp:` or `smtps:`, with login, host, port and nodemailer's options as a query, e.g.
 * `?tls.rejectUnauthorized=false`
 * @see https://nodemailer.com/smtp/
 */
export function createMailServer(url: string, log: Pick<Log, 'warn'>): SendMail {
  const transport = createTransport(transportOptions(url))
  const inTheClear = isOpportunistic(url) ? createTransport({ ...transportOptions(url), ignoreTLS: true }) : null
  let isLogged = false

  /** Nodemailer rejects where the server refuses every recipient. To try again would bring the others a second copy. */
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
    // Nodemailer pipes it to the server, which has all of it at its end.
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

/** A mail server's answer to a client without a mail; `why`: it cannot be encrypted with a certificate that holds. */
export type Greeting = { kind: 'secure' } | { kind: 'insecure'; why: string } | { kind: 'failed'; why: string }

/** Greets the mail server and logs in, first as it would with the strictest demands, then as it is written to. */
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
  // Nodemailer puts what an address says above options.
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

/** Whether encryption is welcome but not asked for: neither by the protocol, nor for a login, nor by an option. */
function isOpportunistic(url: string): boolean {
  const { protocol, port, username, searchParams } = new URL(url)
  const asksForTls = [...searchParams].some(
    ([name, value]) => /^(?:tls\.|secure$|requireTLS$)/.test(name) && value !== 'false',
  )
  return protocol === 'smtp:' && port !== '465' && username === '' && !asksForTls
}

/** Whether a password would leave this machine; `?requireTLS=false` allows that. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !here && searchParams.get('requireTLS') !== 'false'
}

/** The fields of nodemailer's errors. */
type MailError = { message: string; code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** The steps of SMTP in which a server's answer concerns this mail alone, not the connection or the login. */
const mailSteps = ['MAIL FROM', 'RCPT TO', 'DATA']

/** Whether the server is closing down or busy, or has come to the mail itself: TLS is not what fails. */
function isPastTls(error: unknown): boolean {
  const { command, responseCode } = error as MailError
  return responseCode === 421 || mailSteps.includes(String(command))
}

/**
 * The outcome of a mail that could not be sent: 4xx, such as greylisting, passes; 5xx stays (RFC 5321 §4.2.1). A login that
 * is refused or missing, TLS that fails, a server that cannot be reached are no fault of the message: it waits until the
 * operator has put that right. A server that had the whole mail and falls silent may have taken it.
 *
 * @param error the rejection of nodemailer's `sendMail`
 * @param isHandedOver whether the server had the whole mail by then
 */
export function outcomeOfMailError(error: unknown, isHandedOver: boolean): Delivery {
  if (!(error instanceof Error)) return later('the mail server fails', 'destination')
  const { message, code, command, responseCode, response }: MailError = error
  const answer = withoutAddresses(typeof response === 'string' ? response : message)
  if (code === 'EAUTH') return later(`the mail server refuses the login (${String(responseCode)})`, 'destination')
  if (typeof responseCode !== 'number') {
    // Nodemailer's own refusal, e.g. of a mail beyond the size that the server takes.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'refused', reason: answer }
    const why = `(${String(code)}): ${answer}`
    return isHandedOver
      ? { kind: 'unanswered', reason: `the mail server did not say whether it takes the mail, it may have ${why}` }
      : later(`the mail server cannot be used ${why}`, 'destination')
  }
  const reason = `the mail server answered ${String(command)} with: ${answer}`
  // 421: it is closing down; 503: wrong order of commands; 530: a login or TLS comes first.
  if (!mailSteps.includes(String(command)) || [421, 503, 530].includes(responseCode)) {
    return later(reason, 'destination')
  }
  return responseCode >= 500 ? { kind: 'refused', reason } : later(reason, 'message')
}
