import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createHttpServer, type HttpLimits, publicLimits } from '../../../server/http-server.ts'
import { listenForTest } from '../../support/listen-for-test.ts'
import { exchange, statusesIn } from '../support/raw-socket.ts'

/** A server that reports refusals, and answers everything else with 204. */
async function start(limits: Partial<HttpLimits> = {}) {
  const refusals: number[] = []
  const server = createHttpServer(
    (_req, res) => void res.writeHead(204, { Date: 'today' }).end(),
    (status) => refusals.push(status),
    { ...publicLimits, ...limits },
  )
  return { ...(await listenForTest(server)), refusals }
}

const closed = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
const served = 'HTTP/1.1 204 No Content\r\nDate: today\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n'
const ownRefusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\nDate: (now)\r\n\r\n'
const get = 'GET / HTTP/1.1\r\nHost: a\r\n'
const chunks = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

// Node's own refusals are those of a server without a `clientError` listener.
it.each([
  { name: 'no HTTP', sent: 'EHLO a\r\n\r\n', answer: closed('400 Bad Request'), reported: [400] },
  { name: 'TLS', sent: '\x16\x03\x01\x02\x00\x01', answer: closed('400 Bad Request'), reported: [400] },
  {
    name: 'an address that is none',
    sent: 'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
    answer: ownRefusal,
    reported: [400],
  },
  {
    name: 'too large a head',
    sent: `${get}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    answer: closed('431 Request Header Fields Too Large'),
    reported: [431],
  },
  { name: 'nonsense after a request', sent: `${get}\r\nEHLO a\r\n\r\n`, answer: served, reported: [400] },
  { name: 'nonsense as chunks', sent: `${chunks}zz\r\n`, answer: served, reported: [400] },
  {
    name: 'a request',
    sent: `${get}Connection: close\r\n\r\n`,
    answer: served.replace(/keep-a.*\r\nK.*65/s, 'close'),
    reported: [],
  },
])('reports $name, and answers as Node does', async ({ sent, answer, reported }) => {
  await using server = await start()
  const answers = await exchange(server.url, Buffer.from(sent, 'latin1'))
  expect(answers.replace(/^Date: .*GMT/m, 'Date: (now)')).toEqual(answer)
  expect(server.refusals).toEqual(reported)
})

it('reports a head that takes too long', async () => {
  await using server = await start({ headersTimeout: 100, connectionsCheckingInterval: 100 })
  expect(await exchange(server.url, 'GET / HTTP/1.1\r\nHost: a\r\nX-A: ')).toBe(closed('408 Request Timeout'))
  expect(server.refusals).toEqual([408])
})

it('does not report a client that resets its connection', async () => {
  await using server = await start()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.resetAndDestroy()
  await once(socket, 'close')
  await exchange(server.url, 'EHLO a\r\n\r\n')
  expect(server.refusals).toEqual([400])
})

// A limit of their number might drop a proxy's own field.
it('accepts as many fields as fit into a head', async () => {
  const received: (string | undefined)[] = []
  const server = createHttpServer(({ headers }, res) => {
    received.push(headers['x-forwarded-for']?.toString())
    res.writeHead(204).end()
  })
  await using listening = await listenForTest(server)
  const head = `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'a:\r\n'.repeat(3000)}X-Forwarded-For: 192.0.2.1\r\n\r\n`
  expect(statusesIn(await exchange(listening.url, head))).toEqual([204])
  expect(received).toEqual(['192.0.2.1'])
})
