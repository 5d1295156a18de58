import type { Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { greetMailServer, needsTls, outcomeOfMailError } from './mail-server.ts'
import { sendBy } from '../../test/support/contact-mail.ts'
import { smtpError, startMailServer } from '../../test/support/mail-server.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'
import { startAgreeingServer, startMuteServer } from '../../test/support/faulty-mail-server.ts'

// The tests run at the same time, each with its own server, which delays every client by 0.1 s.

type ServerOptions = Parameters<typeof startMailServer>[0]

const delivered = { kind: 'delivered' }
const down = { kind: 'later', concerns: 'destination' }
const putOff = { kind: 'later', concerns: 'message' }

const certificate = expect.stringMatching(/certificate/)
const distrusted = { sent: { ...down, reason: certificate }, greeted: { kind: 'failed', why: certificate } }
const doubtful = { greeted: { kind: 'insecure', why: certificate } }
const insecure = { kind: 'insecure', why: expect.any(String) }
const noTls: ServerOptions = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }
const anyLogin: ServerOptions = {
  allowInsecureAuth: true,
  onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
}
const failingTls: ServerOptions = {
  onSecure: (_socket, _session, callback) => callback(smtpError(454, 'TLS not available')),
}
const anyCertificate = '?tls.rejectUnauthorized=false'

// The server’s certificate is self-signed; `secure` tells how the mail was sent.
it.concurrent.each<{ url: string; server?: ServerOptions; sent?: object; secure?: boolean; greeted: object }>([
  { url: `smtp://host${anyCertificate}`, ...doubtful, sent: delivered, secure: true },
  { url: `smtps://host${anyCertificate}`, server: { secure: true }, ...doubtful, sent: delivered, secure: true },
  // Otherwise, without a login, the mail would be sent unencrypted.
  { url: 'smtp://host', ...doubtful, sent: delivered, secure: true },
  { url: `smtp://host${anyCertificate}`, server: noTls, sent: delivered, secure: false, greeted: insecure },
  { url: 'smtp://host', server: failingTls, sent: delivered, secure: false, greeted: insecure },
  { url: 'smtps://host', server: { secure: true }, ...distrusted },
  { url: 'smtp://site:hunter2@host', ...distrusted },
  { url: 'smtp://host?requireTLS=true', ...distrusted },
  { url: 'smtp://host?tls.rejectUnauthorized=true', ...distrusted },
  { url: 'smtp://site:hunter2@host?requireTLS=false', server: { ...noTls, ...anyLogin }, greeted: insecure },
  { url: 'smtp://site:hunter2@host?ignoreTLS=true', server: { ...noTls, ...anyLogin }, greeted: insecure },
])('$url: a mail is $sent.kind (TLS: $secure), a greeting $greeted.kind', async (given) => {
  const { url, server: options, sent, secure, greeted } = given
  await using server = await startMailServer(options)
  const address = url.replace('host', `127.0.0.1:${server.port}`)
  expect(await greetMailServer(address)).toEqual(greeted)
  if (sent === undefined) return
  expect(await sendBy(address)('contact', contactOf())).toMatchObject(sent)
  expect(server.mails.map((mail) => mail.secure)).toEqual(secure === undefined ? [] : [secure])
})

it.concurrent.each(['connection', 'MAIL FROM'])('requires TLS even if a busy server defers at %s', async (step) => {
  let isBusy = true
  const answerAt = (name: string, callback: (error?: Error) => void) => {
    if (name !== step || !isBusy) return callback()
    isBusy = false
    callback(smtpError(421, 'too many connections'))
  }
  await using server = await startMailServer({
    onConnect: (_session, callback) => answerAt('connection', callback),
    onMailFrom: (_given, _session, callback) => answerAt('MAIL FROM', callback),
  })
  const warn = vi.fn()
  const send = sendBy(server.url, {}, { warn })
  expect(await send('contact', contactOf())).toMatchObject(down)
  expect(await send('contact', contactOf())).toEqual(delivered)
  expect(server.mails.map((mail) => mail.secure)).toEqual([true])
  expect(warn).not.toHaveBeenCalled()
})

it.concurrent('warns that one of several recipients was refused', async () => {
  await using server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('b@') ? smtpError(550, 'no such user') : undefined),
  })
  const warn = vi.fn()
  const env = { CONTACT_TO: 'a@site.example,b@site.example', CONTACT_FROM: 'site@site.example' }
  expect(await sendBy(server.url, env, { warn })('contact', contactOf())).toEqual(delivered)
  expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([['a@site.example']])
  expect(warn).toHaveBeenCalledExactlyOnceWith({ recipients: 1 }, expect.stringContaining('refuses'))
})

// Opportunistic encryption falls back to plain text (RFC 7435), as for a server without TLS.
it.concurrent('warns once that mails are unencrypted because TLS fails', async () => {
  await using server = await startMailServer(failingTls)
  const warn = vi.fn()
  const send = sendBy(server.url, {}, { warn })
  for (let count = 0; count < 2; count += 1) expect(await send('contact', contactOf())).toEqual(delivered)
  expect(server.mails.map((mail) => mail.secure)).toEqual([false, false])
  expect(warn).toHaveBeenCalledExactlyOnceWith({ reason: expect.any(String) }, expect.stringContaining('in the clear'))
})

const breaksOff = (socket: Socket) => socket.write('220 go ahead\r\n', () => socket.destroy())
const hasNone = (socket: Socket) => socket.write('454 not now\r\n')

it.concurrent.each([
  { query: '', tls: hasNone, kind: 'delivered' },
  { query: '', tls: breaksOff, kind: 'delivered' },
  { query: '?secure=false', tls: breaksOff, kind: 'delivered' },
  { query: '?requireTLS=false', tls: breaksOff, kind: 'delivered' },
  { query: anyCertificate, tls: breaksOff, kind: 'delivered' },
  { query: '?requireTLS=true', tls: breaksOff, kind: 'later' },
  { query: '?tls.servername=mail.example', tls: breaksOff, kind: 'later' },
])('if a server offers TLS and $tls.name, a mail to "$query" is $kind', async ({ query, tls, kind }) => {
  await using server = await startAgreeingServer(/STARTTLS\r\n$/, tls, '250-yes\r\n250 STARTTLS\r\n')
  expect(await sendBy(server.url + query)('contact', contactOf())).toMatchObject({ kind })
})

it.concurrent.each<{ login: string; logins: string[]; outcome: object; mails: number }>([
  {
    login: 'site%40site.example:p%40ss%2Fw%C3%B6rd@',
    logins: ['site@site.example p@ss/wörd'],
    outcome: delivered,
    mails: 1,
  },
  // The reason is logged without the password.
  {
    login: 'site:hunter2@',
    logins: ['site hunter2'],
    outcome: { ...down, reason: 'the mail server refuses the login (535)' },
    mails: 0,
  },
  { login: '', logins: [], outcome: { ...down, reason: expect.stringMatching(/530/) }, mails: 0 },
])('with the login "$login": $outcome', async ({ login, logins, outcome, mails }) => {
  const given: string[] = []
  await using server = await startMailServer({
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      given.push(`${username} ${password}`)
      if (username === 'site@site.example') callback(null, { user: username })
      else callback(smtpError(535, `5.7.8 wrong: ${username} ${password}`))
    },
  })
  expect(await sendBy(server.url.replace('//', `//${login}`))('contact', contactOf())).toMatchObject(outcome)
  expect(given).toEqual(logins)
  expect(server.mails).toHaveLength(mails)
})

it.concurrent.each([
  { step: 'MAIL FROM', status: 451, outcome: putOff },
  { step: 'RCPT TO', status: 450, outcome: putOff },
  { step: 'DATA', status: 452, outcome: putOff },
  { step: 'MAIL FROM', status: 550, outcome: { kind: 'refused' } },
  { step: 'RCPT TO', status: 550, outcome: { kind: 'refused' } },
  { step: 'DATA', status: 554, outcome: { kind: 'refused' } },
  { step: 'DATA', status: 500, outcome: { kind: 'refused' } },
  { step: 'MAIL FROM', status: 421, outcome: down },
  { step: 'RCPT TO', status: 421, outcome: down },
  { step: 'MAIL FROM', status: 530, outcome: down },
  { step: 'connection', status: 554, outcome: down },
])('after $status at $step: $outcome', async ({ step, status, outcome }) => {
  const error = smtpError(status, 'because of <info@site.example>, says the server')
  const answerAt = (name: string) => (_given: unknown, _session: unknown, callback: (error?: Error) => void) =>
    callback(step === name ? error : undefined)
  await using server = await startMailServer({
    onConnect: (_session, callback) => callback(step === 'connection' ? error : undefined),
    onMailFrom: answerAt('MAIL FROM'),
    onRcptTo: answerAt('RCPT TO'),
    onData: answerAt('DATA'),
  })
  const result = await sendBy(server.url)('contact', contactOf())
  expect(result).toMatchObject({ ...outcome, reason: expect.stringContaining(String(status)) })
  expect(JSON.stringify(result)).toContain('says the server')
  expect(JSON.stringify(result)).not.toContain('@')
  expect(server.mails).toEqual([])
})

it.concurrent('retries if the connection is refused', async () => {
  const why = expect.stringContaining('ECONNREFUSED')
  expect(await sendBy('smtp://127.0.0.1:1')('contact', contactOf())).toMatchObject({ ...down, reason: why })
  expect(await greetMailServer('smtp://127.0.0.1:1')).toEqual({ kind: 'failed', why })
})

it('refuses a mail that nodemailer cannot send', () => {
  const error = Object.assign(new Error('Invalid recipient "x"'), { code: 'EENVELOPE', command: 'API' })
  expect(outcomeOfMailError(error, false)).toEqual({ kind: 'refused', reason: 'Invalid recipient "x"' })
})

it.each([
  { url: 'smtp://user:secret@mail.example:587', expected: true },
  { url: 'smtp://mail.example:25', expected: false },
  { url: 'smtps://user:secret@mail.example', expected: false },
  { url: 'smtp://user:secret@127.0.0.1:1025', expected: false },
  { url: 'smtp://user:secret@localhost:1025', expected: false },
  { url: 'smtp://user:secret@[::1]:1025', expected: false },
  { url: 'smtp://user:secret@mail.example?requireTLS=false', expected: false },
])('requires TLS for $url: $expected', ({ url, expected }) => {
  expect(needsTls(url)).toBe(expected)
})

it.concurrent.each([
  { when: 'before its greeting', greeting: '' },
  { when: 'after its greeting', greeting: '220 mute.example ESMTP\r\n' },
  { when: 'in the middle of an answer', greeting: '220 mute.example ESMTP\r\n250-mute' },
])('disconnects from a server that hangs $when', async ({ greeting }) => {
  await using server = await startMuteServer(greeting)
  const patience = AbortSignal.timeout(200)
  expect(await sendBy(server.url)('contact', contactOf(), patience)).toMatchObject(down)
})

it.concurrent('reports that a mail may have arrived if the server hangs after it', async () => {
  const patience = new AbortController()
  await using server = await startMailServer({ onData: () => patience.abort() })
  const outcome = await sendBy(server.url)('contact', contactOf(), patience.signal)
  expect(outcome).toMatchObject({ kind: 'unanswered' })
})

const theCommand = /\r\nDATA\r\n$/
const theWholeMail = /\r\n\.\r\n$/
const greetingAlone = /^never$/

it.concurrent.each([
  { what: 'the command', at: theCommand, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, kind: 'unanswered' },
])('a mail is $kind if the server hangs up at $what', async ({ at, kind }) => {
  await using server = await startAgreeingServer(at, (socket) => socket.destroy())
  expect(await sendBy(server.url)('contact', contactOf())).toMatchObject({ kind })
})

it.each([
  { what: 'the connection', at: greetingAlone, seconds: 15, kind: 'delivered' },
  { what: 'the connection', at: greetingAlone, seconds: 59, kind: 'delivered' },
  { what: 'the connection', at: greetingAlone, seconds: 60, kind: 'later' },
  { what: 'the command', at: theCommand, seconds: 119, kind: 'delivered' },
  { what: 'the command', at: theCommand, seconds: 120, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, seconds: 599, kind: 'delivered' },
  { what: 'the whole mail', at: theWholeMail, seconds: 600, kind: 'unanswered' },
])('a mail is $kind if the server answers $what after $seconds s', async ({ at, seconds, kind }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = () => void vi.advanceTimersByTime(seconds * 1000)
  await using server = await startAgreeingServer(
    at,
    (socket, answer) => {
      wait()
      socket.write(answer)
    },
    undefined,
    at === greetingAlone ? wait : undefined,
  )
  const never = new AbortController().signal
  expect(await sendBy(server.url)('contact', contactOf(), never)).toMatchObject({ kind })
})
