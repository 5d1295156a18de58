import type * as Nodemailer from 'nodemailer'
import { withDeadline } from '../http/deadline.ts'
import { lazyImport } from '../config/lazy-import.ts'
import type { Delivery } from '../outbox/delivery.ts'
import { outcomeOfMailError } from './mail-error.ts'

/** How long the server may take to be found, to be reached and to greet, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 }

/**
 * How long it may take until it has the whole mail, and then to answer, in milliseconds. Whoever leaves earlier than that
 * brings a second copy (RFC 5321 §4.5.3.2.6): it may look for viruses meanwhile.
 */
const handOverMs = 60_000
const answerMs = 600_000

export const longestMailMs = handOverMs + answerMs

const nodemailer = lazyImport<typeof Nodemailer>('nodemailer')

/** What is given to nodemailer, and to its plugin. */
type Handed = Nodemailer.SendMailOptions & { onHandedOver: () => void }

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
  const transport = nodemailer().createTransport({
    url,
    ...timeouts,
    socketTimeout: answerMs,
    ...(needsTls(url) ? { requireTLS: true } : {}),
  })
  transport.use('stream', ({ message, data }, done) => {
    const { onHandedOver } = data as Handed // what `sendMail` is given below
    // Nodemailer pipes it to the server once that has asked for it (354): at its end, the server has it all.
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

/** Whether a password would leave this machine; who wants that says so: `?requireTLS=false`. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !here && !searchParams.has('requireTLS')
}
