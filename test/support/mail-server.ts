import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { parseMail, type ParsedMail } from './parse-mail.ts'

export type ReceivedMail = ParsedMail & { envelope: { from: string; to: string[] }; raw: string; secure: boolean }

/** What a server answers instead of yes: an SMTP status and its words. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/**
 * A real SMTP server on a free port, that keeps what it receives. STARTTLS with a self-signed certificate is offered, as
 * `smtp-server` brings it; `options` changes how it behaves.
 */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0, host = '127.0.0.1') {
  const mails: ReceivedMail[] = []
  const arrived: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 0,
    disableReverseLookup: true,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
        const mail = { ...parseMail(raw), envelope, raw, secure: session.secure }
        arrived.push(mail)
        const keep = (error?: Error | null) => {
          if (!error) mails.push(mail)
          callback(error)
        }
        if (options.onData) options.onData(stream, session, keep)
        else keep()
      })
    },
  })
  // A client that goes away in the middle is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const own = (server.server.address() as AddressInfo).port
  return {
    /** What was taken, and what has come at all, answered or not. */
    mails,
    arrived,
    port: own,
    url: `smtp://${host}:${own}?tls.rejectUnauthorized=false`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
