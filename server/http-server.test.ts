import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { exchange, statusesIn } from '../test/http/support/raw-socket.ts'
import { listenForTest } from '../test/support/listen-for-test.ts'
import { createHttpServer, type HttpLimits, publicLimits } from './http-server.ts'

/** A server that reports refusals, and answers everything else with 204. */
async function start(limits: Partial<HttpLimits> = {}) {
  const refusals: number[] = []
  const forwardedFor: unknown[] = []
  const server = createHttpServer(
    ({ headers }, res) => {
      forwardedFor.push(headers['x-forwarded-for'])
      res.writeHead(204, { Date: 'today' }).end()
    },
    (status) => refusals.push(status),
    { ...publicLimits, ...limits },
  )
  return { ...(await listenForTest(server)), refusals, forwardedFor }
}

const closed = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
const served = 'HTTP/1.1 204 No Content\r\nDate: today\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n'
const ownRefusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\nDate: (now)\r\n\r\n'
const get = 'GET / HTTP/1.1\r\nHost: a\r\n'
const chunks = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
const tooLarge = closed('431 Request Header Fields Too Large')

// Node's refusals are those of a server without a `clientError` listener.
it.each([
  { name: 'no HTTP', sent: 'EHLO a\r\n\r\n', answer: closed('400 Bad Request'), reported: [400] },
  { name: 'TLS', sent: '\x16\x03\x01\x02\x00\x01', answer: closed('400 Bad Request'), reported: [400] },
  { name: 'an FTP address', sent: 'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n', answer: ownRefusal, reported: [400] },
  { name: 'a large head', sent: `${get}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, answer: tooLarge, reported: [431] },
  { name: 'nonsense after a request', sent: `${get}\r\nEHLO a\r\n\r\n`, answer: served, reported: [400] },
  { name: 'nonsense as chunks', sent: `${chunks}zz\r\n`, answer: served, reported: [400] },
  { name: 'a slow head', sent: `${get}X-A: `, answer: closed('408 Request Timeout'), reported: [408] },
  {
    name: 'a request',
    sent: `${get}Connection: close\r\n\r\n`,
    answer: served.replace(/keep-a.*\r\nK.*65/s, 'close'),
    reported: [],
  },
])('reports $name as $reported, and answers as Node does', async ({ name, sent, answer, reported }) => {
  await using server = await start(
    name === 'a slow head' ? { headersTimeout: 100, connectionsCheckingInterval: 100 } : {},
  )
  const answers = await exchange(server.url, Buffer.from(sent, 'latin1'))
  expect(answers.replace(/^Date: .*GMT/m, 'Date: (now)')).toEqual(answer)
  expect(server.refusals).toEqual(reported)
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

// With a limit on their number, Node might drop a proxy's own header.
it('accepts as many headers as fit into a head', async () => {
  await using server = await start()
  const head = `${get}Connection: close\r\n${'a:\r\n'.repeat(3000)}X-Forwarded-For: 192.0.2.1\r\n\r\n`
  expect(statusesIn(await exchange(server.url, head))).toEqual([204])
  expect(server.forwardedFor).toEqual(['192.0.2.1'])
})
