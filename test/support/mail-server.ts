import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ParsedMail = {
  /** Decoded; by their names in lower case. */
  headers: Record<string, string>
  text: string
  html: string
}

type ReceivedMail = ParsedMail & { envelope: { from: string; to: string[] }; raw: string; secure: boolean }

/** An SMTP refusal: its status and its words. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/**
 * A real SMTP server on a free port, which keeps what it receives. It offers STARTTLS with the self-signed certificate of
 * `smtp-server`. `options` changes its behaviour.
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
  // Some tests are about clients that disconnect.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const own = (server.server.address() as AddressInfo).port
  return {
    /** The accepted mails, and all received ones, answered or not. */
    mails,
    arrived,
    port: own,
    url: `smtp://${host}:${own}?tls.rejectUnauthorized=false`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** A mail with plain text and HTML, as a mail program decodes it (RFC 2045, 2047). */
function parseMail(raw: string): ParsedMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? 'none'
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type))
  const decoded = Object.entries(headers).map(([name, value]) => [name, decodeWords(value)])
  return {
    headers: Object.fromEntries(decoded),
    text: decodeBody(partOf('text/plain')),
    html: decodeBody(partOf('text/html')),
  }
}

type Part = { headers: Record<string, string>; body: string }

function split(part: string): Part {
  const end = part.indexOf('\r\n\r\n')
  const lines = part
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { headers: Object.fromEntries(headers), body: part.slice(end + 4) }
}

function decodeBody(part: Part | undefined): string {
  if (!part) return ''
  const { headers, body } = part
  const encoding = headers['content-transfer-encoding']
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? bytesOf(body.replace(/=\r\n/g, ''))
        : Buffer.from(body)
  return bytes.toString().replace(/\r\n/g, '\n').trimEnd()
}

/** Encoded words; white space between two of them is not part of the text. */
function decodeWords(text: string): string {
  return text
    .replace(/(=\?[^?]+\?[QB]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/(?:=\?utf-8\?[QB]\?[^?]*\?=)+/gi, (words) => {
      const bytes = [...words.matchAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind = '', word = '']) =>
        kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : bytesOf(word.replace(/_/g, ' ')),
      )
      return Buffer.concat(bytes).toString()
    })
}

function bytesOf(quotedPrintable: string): Buffer {
  return Buffer.from(
    quotedPrintable.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
