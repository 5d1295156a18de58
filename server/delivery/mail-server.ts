import type * as Nodemailer from 'nodemailer'
import { onDemand } from '../on-demand.ts'
import type { Delivery } from '../outbox/delivery.ts'
import { outcomeOfMailError } from './mail-error.ts'

/** How long the server may take to be reached, to greet, and to say the next word, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

const nodemailer = onDemand<typeof Nodemailer>('nodemailer')

export type SendMail = (mail: Nodemailer.SendMailOptions, signal: AbortSignal) => Promise<Delivery>

/**
 * A mail server that takes our mails. STARTTLS is used wherever it is offered, and demanded where a password would
 * otherwise cross a network in the clear.
 *
 * @param url `smtp:` or `smtps:`, with login, host, port and nodemailer's options as a query, e.g.
 * `?tls.rejectUnauthorized=false`
 * @see https://nodemailer.com/smtp/
 */
export function createMailServer(url: string): SendMail {
  const transport = nodemailer().createTransport({ url, ...timeouts, ...(needsTls(url) ? { requireTLS: true } : {}) })
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true, signal })
      return { kind: 'delivered' }
    } catch (error) {
      return outcomeOfMailError(error)
    }
  }
}

/** Whether a password would leave this machine; who wants that says so: `?requireTLS=false`. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !here && !searchParams.has('requireTLS')
}
