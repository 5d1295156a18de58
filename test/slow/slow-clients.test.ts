import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createHttpServer, type HttpLimits } from '../../server/http-server.ts'
import { listenForTest } from '../support/listen-for-test.ts'
import { startSite } from '../support/start-site.ts'
import { exchange, requestText, statusesIn } from '../http/support/raw-socket.ts'

const patient: HttpLimits = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  timeout: 60_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 100,
  maxConnections: 100,
  maxHeadersCount: 0,
}

/** The site behind a server with its own limits. */
async function startWith(limits: Partial<HttpLimits>) {
  const site = await startSite()
  const server = createHttpServer((req, res) => site.app(req, res), undefined, { ...patient, ...limits })
  const listening = await listenForTest(server)
  return {
    url: listening.url,
    server,
    connections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    },
  }
}

// Each request resolves only when the server has closed the connection.
it.each([
  { name: 'says nothing', limits: { headersTimeout: 100 }, sent: '' },
  {
    name: 'never ends its body',
    limits: { headersTimeout: 100, requestTimeout: 200 },
    sent: requestText('POST /api/newsletter', ['Content-Type: application/json', 'Content-Length: 30'], '{"email"'),
  },
])('closes the connection of a client that $name, with 408', async ({ limits, sent }) => {
  await using front = await startWith(limits)
  const answers = await exchange(front.url, sent)
  expect(statusesIn(answers)).toEqual([408])
  expect(answers.split('\r\n\r\n')[1]).toBe('')
  await expect.poll(front.connections).toBe(0)
})

it('closes an idle connection', async () => {
  await using front = await startWith({ keepAliveTimeout: 100 })
  const answers = await exchange(front.url, 'GET /ai HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(statusesIn(answers)).toEqual([200])
})

it('closes the connection of a client that reads no response, and frees its memory', async () => {
  await using front = await startWith({ timeout: 1500 })
  const page = await exchange(front.url, requestText('GET /ai'))
  const script = /data-entry="([^"]+)"/.exec(page)?.[1] ?? ''
  const connected = once(front.server, 'connection')
  const socket = connect(Number(new URL(front.url).port), '127.0.0.1')
  socket.on('error', () => {})
  const before = process.memoryUsage().arrayBuffers
  // About 400 MB of responses, if all were built.
  socket.pause().write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1000))
  await connected
  // Other visitors are served meanwhile.
  expect(statusesIn(await exchange(front.url, requestText('GET /ai')))).toEqual([200])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 2 ** 20)
  await expect.poll(front.connections).toBe(0)
  socket.destroy()
})

it('limits its connections, and accepts a new one when another closes', async () => {
  await using front = await startWith({ maxConnections: 2 })
  const open = () => connect(Number(new URL(front.url).port), '127.0.0.1').on('error', () => {})
  const first = open()
  const second = open()
  await expect.poll(front.connections).toBe(2)
  expect(await exchange(front.url, requestText('GET /healthz'))).toBe('')
  first.destroy()
  await expect.poll(front.connections).toBe(1)
  expect(statusesIn(await exchange(front.url, requestText('GET /healthz')))).toEqual([200])
  second.destroy()
})

it('has no timeout of more than two minutes', () => {
  const server = createHttpServer(() => {})
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout)
  expect(server.requestTimeout).toBeLessThanOrEqual(60_000)
  expect(server.timeout).toBeLessThanOrEqual(120_000)
  expect(server.maxConnections).toBeLessThanOrEqual(10_000)
  // Longer than nginx keeps its connections.
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
})
