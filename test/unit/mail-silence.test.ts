import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sendBy } from '../support/contact-mail.ts'
import { startMailServer } from '../support/mail-server.ts'
import { contactOf } from '../support/outbox-folder.ts'

const theCommand = /\r\nDATA\r\n$/
const theWholeMail = /\r\n\.\r\n$/

/** A server that says these bytes to whoever connects, if any, and then nothing more, unless it is told what. */
async function startMute(greeting = '', answer: (socket: Socket, said: string) => void = () => {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (chunk) => answer(socket, String(chunk)))
    socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A server that says yes to everything it hears, but where `act` says what it does instead. */
function startYes(at: RegExp, act: (socket: Socket, answer: string) => void) {
  let heard = ''
  return startMute('220 yes.example ESMTP\r\n', (socket, said) => {
    heard += said
    const isMail = heard.includes('DATA\r\n') && !heard.endsWith('DATA\r\n')
    if (isMail && !theWholeMail.test(heard)) return
    const answer = said.startsWith('DATA') ? '354 go on\r\n' : '250 yes\r\n'
    if (at.test(heard)) act(socket, answer)
    else socket.write(answer)
  })
}

it.concurrent.each([
  { where: 'before its greeting', greeting: '' },
  { where: 'after its greeting', greeting: '220 mute.example ESMTP\r\n' },
  { where: 'in the middle of an answer', greeting: '220 mute.example ESMTP\r\n250-mute' },
])('gives a server up that hangs $where', async ({ greeting }) => {
  await using server = await startMute(greeting)
  const outcome = await sendBy(server.url)('contact', contactOf(), AbortSignal.timeout(200))
  expect(outcome).toMatchObject({ kind: 'later', concerns: 'destination' })
})

it.concurrent('knows that a mail has perhaps arrived where the server hangs after it', async () => {
  const patience = new AbortController()
  await using server = await startMailServer({ onData: () => patience.abort() })
  const outcome = await sendBy(server.url)('contact', contactOf(), patience.signal)
  expect(outcome).toMatchObject({ kind: 'unanswered' })
})

it.concurrent.each([
  { what: 'the command', at: theCommand, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, kind: 'unanswered' },
])('takes a mail for $kind where the server hangs up at $what', async ({ at, kind }) => {
  await using server = await startYes(at, (socket) => socket.destroy())
  expect(await sendBy(server.url)('contact', contactOf())).toMatchObject({ kind })
})

it.each([
  { what: 'the command', at: theCommand, seconds: 59, kind: 'delivered' },
  { what: 'the command', at: theCommand, seconds: 60, kind: 'later' },
  { what: 'the whole mail', at: theWholeMail, seconds: 599, kind: 'delivered' },
  { what: 'the whole mail', at: theWholeMail, seconds: 600, kind: 'unanswered' },
])('takes a mail for $kind where the server says nothing at $what for $seconds s', async ({ at, seconds, kind }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await startYes(at, (socket, answer) => {
    vi.advanceTimersByTime(seconds * 1000)
    socket.write(answer)
  })
  const never = new AbortController().signal
  expect(await sendBy(server.url)('contact', contactOf(), never)).toMatchObject({ kind })
})
