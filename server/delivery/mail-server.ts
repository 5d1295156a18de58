import type * as Nodemailer from 'nodemailer'
import { withDeadline } from '../http/deadline.ts'
import { lazyImport } from '../config/lazy-import.ts'
import { type Delivery, later, withoutAddresses } from '../outbox/delivery.ts'

/** How long the server may take to be found, to be reached and to greet, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 }

/**
 * How long it may take until it has the whole mail, and then to answer, in milliseconds. A client that leaves earlier brings a
 * second copy (RFC 5321 §4.5.3.2.6): the server may be looking for viruses.
 */
const handOverMs = 60_000
const answerMs = 600_000

export const longestMailMs = handOverMs + answerMs

const nodemailer = lazyImport<typeof Nodemailer>('nodemailer')

/** The mail for nodemailer, and for the plugin below. */
type Handed = Nodemailer.SendMailOptions & { onHandedOver: () => void }

export type SendMail = (mail: Nodemailer.SendMailOptions, signal: AbortSignal) => Promise<Delivery>

/**
 * Sends mails through a mail server. STARTTLS is used if it is offered, and required if a password would otherwise cross a
 * network in the clear.
 *
 * @param url `smtp:` or `smtps:`, with login, host, port and nodemailer's options as a query, e.g.
 * `?tls.rejectUnauthorized=false`
 * @see https://nodemailer.com/smtp/
 */
export function createMailServer(url: string): SendMail {
  const transport = nodemailer().createTransport({
    url,
    ...timeouts,
    socketTimeout: answerMs,
    ...(needsTls(url) ? { requireTLS: true } : {}),
  })
  transport.use('stream', ({ message, data }, done) => {
    const { onHandedOver } = data as Handed // what `sendMail` is given below
    // Nodemailer pipes it to the server, which has all of it at its end.
    message.processFunc((content) => content.once('end', onHandedOver))
    done()
  })
  return async (mail, outer) => {
    let isHandedOver = false
    const send = async (signal: AbortSignal, allow: (milliseconds: number) => void) => {
      const onHandedOver = () => {
        isHandedOver = true
        allow(answerMs)
      }
      const handed: Handed = { ...mail, disableFileAccess: true, disableUrlAccess: true, signal, onHandedOver }
      await transport.sendMail(handed)
    }
    try {
      await withDeadline(handOverMs, send, outer)
      return { kind: 'delivered' }
    } catch (error) {
      return outcomeOfMailError(error, isHandedOver)
    }
  }
}

/** Whether a password would leave this machine; `?requireTLS=false` allows that. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !here && !searchParams.has('requireTLS')
}

/** What nodemailer adds to its errors. */
type MailError = { message: string; code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** The steps of SMTP in which a server's answer concerns this mail alone, not the connection or the login. */
const mailSteps = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * The outcome of a mail that could not be sent: 4xx, such as greylisting, passes; 5xx stays (RFC 5321 §4.2.1). A login that
 * is refused or missing, TLS that fails, a server that cannot be reached are no fault of the message: it waits until the
 * operator has put that right. A server that had the whole mail and falls silent may have taken it.
 *
 * @param error what nodemailer's `sendMail` was rejected with
 * @param isHandedOver whether the server had the whole mail by then
 */
export function outcomeOfMailError(error: unknown, isHandedOver: boolean): Delivery {
  if (!(error instanceof Error)) return later('the mail server fails', 'destination')
  const { message, code, command, responseCode, response }: MailError = error
  const said = withoutAddresses(typeof response === 'string' ? response : message)
  if (code === 'EAUTH') return later(`the mail server refuses the login (${String(responseCode)})`, 'destination')
  if (typeof responseCode !== 'number') {
    // Nodemailer's own refusal, e.g. of a mail beyond the size that the server takes.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'refused', reason: said }
    const why = `(${String(code)}): ${said}`
    return isHandedOver
      ? { kind: 'unanswered', reason: `the mail server did not say whether it takes the mail, it may have ${why}` }
      : later(`the mail server cannot be used ${why}`, 'destination')
  }
  const reason = `the mail server answered ${String(command)} with: ${said}`
  // 421: it is closing down; 503: wrong order of commands; 530: a login or TLS comes first.
  if (!mailSteps.includes(String(command)) || [421, 503, 530].includes(responseCode)) {
    return later(reason, 'destination')
  }
  return responseCode >= 500 ? { kind: 'refused', reason } : later(reason, 'message')
}
