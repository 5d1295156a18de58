import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { needsTls, outcomeOfMailError } from './mail-server.ts'
import { sendBy } from '../../test/support/contact-mail.ts'
import { askingForTls, smtpError, startMailServer } from '../../test/support/mail-server.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

// The tests run at the same time, each with its own server, which delays every client by 0.1 s.

const password = 'hunter2-cafe'
const down = { kind: 'later', concerns: 'destination' }
const putOff = { kind: 'later', concerns: 'message' }

it.concurrent.each([
  { what: 'TLS wherever the server offers it', protocol: 'smtp:', server: {}, secure: true },
  { what: 'TLS from the start where the address says so', protocol: 'smtps:', server: { secure: true }, secure: true },
  {
    what: 'no TLS with a server of this machine that has none',
    protocol: 'smtp:',
    server: { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] },
    secure: false,
  },
])('uses $what', async ({ protocol, server: options, secure }) => {
  await using server = await startMailServer(options)
  const url = server.url.replace('smtp:', protocol)
  expect(await sendBy(url)('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(server.mails.map((mail) => mail.secure)).toEqual([secure])
})

it.concurrent.each(askingForTls)('rejects an invalid certificate if TLS is required: %s…%s', async (start, query) => {
  await using server = await startMailServer({ secure: start === 'smtps://' })
  const url = `${start}127.0.0.1:${server.port}${query}`
  const reason = expect.stringMatching(/certificate/)
  expect(await sendBy(url)('contact', contactOf())).toMatchObject({ ...down, reason })
  expect(server.mails).toEqual([])
})

it.concurrent('accepts any certificate if the mail would otherwise go in the clear', async () => {
  await using server = await startMailServer()
  const url = `smtp://127.0.0.1:${server.port}`
  expect(await sendBy(url)('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(server.mails.map((mail) => mail.secure)).toEqual([true])
})

it.concurrent.each(['connection', 'MAIL FROM'])('keeps using TLS if a busy server postpones at %s', async (step) => {
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
  expect(await send('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(server.mails.map((mail) => mail.secure)).toEqual([true])
  expect(warn).not.toHaveBeenCalled()
})

it.concurrent('logs that one of several recipients was refused', async () => {
  await using server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('b@') ? smtpError(550, 'no such user') : undefined),
  })
  const warn = vi.fn()
  const env = { CONTACT_TO: 'a@site.example,b@site.example', CONTACT_FROM: 'site@site.example' }
  expect(await sendBy(server.url, env, { warn })('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([['a@site.example']])
  expect(warn).toHaveBeenCalledExactlyOnceWith({ recipients: 1 }, expect.stringContaining('refuses'))
})

it.concurrent('sends in the clear if a server offers TLS and then has none', async () => {
  await using server = await startYes(
    /STARTTLS\r\n$/,
    (socket) => socket.write('454 not now\r\n'),
    '250-yes\r\n250 STARTTLS\r\n',
  )
  expect(await sendBy(server.url)('contact', contactOf())).toEqual({ kind: 'delivered' })
})

// Opportunistic encryption is never stricter than none (RFC 7435): a server without TLS would get the mail unencrypted, too.
it.concurrent('sends in the clear if the server offers TLS and then fails at it, and logs it once', async () => {
  await using server = await startMailServer({
    onSecure: (_socket, _session, callback) => callback(smtpError(454, 'TLS not available')),
  })
  const warn = vi.fn()
  const send = sendBy(server.url, {}, { warn })
  for (let count = 0; count < 2; count += 1) expect(await send('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(server.mails.map((mail) => mail.secure)).toEqual([false, false])
  expect(warn).toHaveBeenCalledExactlyOnceWith({ reason: expect.any(String) }, expect.stringContaining('in the clear'))
})

it.concurrent.each([
  ['', 'delivered'],
  ['?secure=false', 'delivered'],
  ['?requireTLS=false', 'delivered'],
  ['?tls.rejectUnauthorized=false', 'delivered'],
  ['?requireTLS=true', 'later'],
  ['?tls.servername=mail.example', 'later'],
])('if the handshake breaks off, with %j: %s', async (query, kind) => {
  await using server = await startYes(
    /STARTTLS\r\n$/,
    (socket) => socket.write('220 go ahead\r\n', () => socket.destroy()),
    '250-yes\r\n250 STARTTLS\r\n',
  )
  expect(await sendBy(server.url + query)('contact', contactOf())).toMatchObject({ kind })
})

it.concurrent('logs in if the URL has a login', async () => {
  const logins: unknown[] = []
  await using server = await startMailServer({
    authOptional: false,
    onAuth(auth, _session, callback) {
      logins.push([auth.username, auth.password])
      callback(null, { user: auth.username })
    },
  })
  const url = server.url.replace('//', `//site%40site.example:p%40ss%2Fw%C3%B6rd@`)
  expect(await sendBy(url)('contact', contactOf())).toEqual({ kind: 'delivered' })
  expect(logins).toEqual([['site@site.example', 'p@ss/wörd']])
})

it.concurrent('waits for the operator if the login is rejected, and does not repeat the password', async () => {
  await using server = await startMailServer({
    authOptional: false,
    onAuth: (auth, _session, callback) => callback(smtpError(535, `5.7.8 wrong: ${auth.username} ${auth.password}`)),
  })
  const url = server.url.replace('//', `//site:${password}@`)
  const reason = 'the mail server refuses the login (535)'
  expect(await sendBy(url)('contact', contactOf())).toMatchObject({ ...down, reason })
  expect(server.mails).toEqual([])
})

it.concurrent('waits for the operator if the server requires a login and the URL has none', async () => {
  await using server = await startMailServer({ authOptional: false })
  const reason = expect.stringMatching(/530/)
  expect(await sendBy(server.url)('contact', contactOf())).toMatchObject({ ...down, reason })
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

it.concurrent('retries if nothing listens', async () => {
  expect(await sendBy('smtp://127.0.0.1:1')('contact', contactOf())).toMatchObject({
    ...down,
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

it('refuses a mail that nodemailer itself cannot send', () => {
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
])('demands TLS for $url: $expected', ({ url, expected }) => {
  expect(needsTls(url)).toBe(expected)
})

const theCommand = /\r\nDATA\r\n$/
const theWholeMail = /\r\n\.\r\n$/

/** A server that greets each client with these bytes, if any, and then sends only what `answer` writes. */
async function startMute(greeting = '', answer: (socket: Socket, said: string) => void = () => {}, wait = () => {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (chunk) => answer(socket, String(chunk)))
    // The client is notified of its connection in another turn.
    const greet = (turns: number) => {
      if (turns > 0) return void setImmediate(greet, turns - 1)
      wait()
      socket.write(greeting)
    }
    greet(10)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A server that accepts every command, unless `act` does something else. */
function startYes(at: RegExp, act: (socket: Socket, answer: string) => void, hello = '250 yes\r\n', wait = () => {}) {
  const heardBefore = new WeakMap<Socket, string>()
  const answerTo = (socket: Socket, said: string) => {
    const heard = (heardBefore.get(socket) ?? '') + said
    heardBefore.set(socket, heard)
    const isMail = heard.includes('DATA\r\n') && !heard.endsWith('DATA\r\n')
    if (isMail && !theWholeMail.test(heard)) return
    const answer = said.startsWith('DATA') ? '354 go on\r\n' : said.startsWith('EHLO') ? hello : '250 yes\r\n'
    if (at.test(heard)) act(socket, answer)
    else socket.write(answer)
  }
  return startMute('220 yes.example ESMTP\r\n', answerTo, wait)
}

it.concurrent.each([
  { where: 'before its greeting', greeting: '' },
  { where: 'after its greeting', greeting: '220 mute.example ESMTP\r\n' },
  { where: 'in the middle of an answer', greeting: '220 mute.example ESMTP\r\n250-mute' },
])('gives up on a server that hangs $where', async ({ greeting }) => {
  await using server = await startMute(greeting)
  const outcome = await sendBy(server.url)('contact', contactOf(), AbortSignal.timeout(200))
  expect(outcome).toMatchObject(down)
})

it.concurrent('reports no answer if the server hangs after the whole mail', async () => {
  const patience = new AbortController()
  await using server = await startMailServer({ onData: () => patience.abort() })
  const outcome = await sendBy(server.url)('contact', contactOf(), patience.signal)
  expect(outcome).toMatchObject({ kind: 'unanswered' })
})

it.concurrent.each([
  { what: 'the command', at: theCommand, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, kind: 'unanswered' },
])('a mail is $kind if the server hangs up at $what', async ({ at, kind }) => {
  await using server = await startYes(at, (socket) => socket.destroy())
  expect(await sendBy(server.url)('contact', contactOf())).toMatchObject({ kind })
})

it.each([
  { what: 'the command', at: theCommand, seconds: 119, kind: 'delivered' },
  { what: 'the command', at: theCommand, seconds: 120, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, seconds: 599, kind: 'delivered' },
  { what: 'the whole mail', at: theWholeMail, seconds: 600, kind: 'unanswered' },
])('a mail is $kind if the server is silent at $what for $seconds s', async ({ at, seconds, kind }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await startYes(at, (socket, answer) => {
    vi.advanceTimersByTime(seconds * 1000)
    socket.write(answer)
  })
  const never = new AbortController().signal
  expect(await sendBy(server.url)('contact', contactOf(), never)).toMatchObject({ kind })
})

it.each([
  { seconds: 15, kind: 'delivered' },
  { seconds: 59, kind: 'delivered' },
  { seconds: 60, kind: 'later' },
])('a mail is $kind if the server greets after $seconds s', async ({ seconds, kind }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = () => vi.advanceTimersByTime(seconds * 1000)
  await using server = await startYes(/^never$/, () => {}, undefined, wait)
  expect(await sendBy(server.url)('contact', contactOf(), new AbortController().signal)).toMatchObject({ kind })
})
