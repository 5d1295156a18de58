import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createHttpServer, type HttpLimits, publicLimits } from '../../server/http/server.ts'
import { listenForTest } from '../support/listen-for-test.ts'
import { exchange, requestText, statusesIn } from './support/raw-socket.ts'
import { startSiteWithWebhook } from './support/webhook.ts'

/** A client that sends the rest of its request only once the server has closed its side, or has answered to the end. */
async function sendLate(url: string, head: string, rest: Buffer) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let answers = ''
  let fault: string | null = null
  socket.setEncoding('latin1').on('data', (text) => {
    answers += String(text)
  })
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    fault = code
  })
  socket.write(head)
  await once(socket, 'end')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.end(rest)
  await closed
  return { statuses: statusesIn(answers), fault }
}

const megabytes = (count: number) => Buffer.alloc(count * 2 ** 20, 'a')
const json = 'Content-Type: application/json'

it.each([
  { what: 'a delivery that is too large', line: 'POST /webhooks/ghost', fields: [json], size: 11, status: 413 },
  { what: 'a delivery without signature', line: 'POST /webhooks/ghost', fields: [json], size: 5, status: 401 },
  { what: 'a delivery of another type', line: 'POST /webhooks/ghost', fields: [], size: 11, status: 415 },
  { what: 'a form of another type', line: 'POST /api/newsletter', fields: [], size: 11, status: 415 },
  {
    what: 'a form from another site',
    line: 'POST /api/newsletter',
    fields: [json, 'Origin: https://evil.example'],
    size: 11,
    status: 403,
  },
  { what: 'a form to a page', line: 'POST /ai', fields: [json], size: 11, status: 405 },
  { what: 'a form to nowhere', line: 'POST /api/nope', fields: [json], size: 11, status: 404 },
  { what: 'a second host', line: 'POST /ai', fields: ['Host: evil.example'], size: 11, status: 400 },
])('takes in what still comes of $what, refused with $status', async ({ line, fields, size, status }) => {
  await using site = await startSiteWithWebhook({})
  const rest = megabytes(size)
  const length = `Content-Length: ${rest.length}`
  const type = fields.includes(json) ? [] : ['Content-Type: text/plain']
  const outcome = await sendLate(site.url, requestText(line, [...type, ...fields, length]), rest)
  expect(outcome).toEqual({ statuses: [status], fault: null })
})

/** A server that refuses everything without reading it, tells what it refuses before, and when its first connection is gone. */
async function startRefusing(limits: Partial<HttpLimits>) {
  const refusals: number[] = []
  const server = createHttpServer(
    (_req, res) => void res.writeHead(403, { 'Content-Length': 0 }).end(),
    (status) => refusals.push(status),
    { ...publicLimits, ...limits },
  )
  const gone = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  return { ...(await listenForTest(server)), refusals, gone }
}

const hour = 3_600_000
const gigabyte = 2 ** 30
const large = requestText('POST /', [`Content-Length: ${gigabyte}`])

it('waits only so long for what it has refused', async () => {
  await using server = await startRefusing({ lingerMs: 100 })
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.resume().write(large)
  await once(socket, 'end')
  await server.gone
  expect(server.refusals).toEqual([])
  socket.destroy()
})

it('takes in only so much of what it has refused', async () => {
  await using server = await startRefusing({ lingerMs: hour, lingerBytes: 2 ** 20 })
  const { statuses, fault } = await sendLate(server.url, large, megabytes(20))
  expect(statuses).toEqual([403])
  expect(['EPIPE', 'ECONNRESET']).toContain(fault)
})

it('lets go of whoever leaves once refused, and counts no second refusal', async () => {
  await using server = await startRefusing({ lingerMs: hour })
  expect(await sendLate(server.url, large, Buffer.from('a'))).toEqual({ statuses: [403], fault: null })
  await server.gone
  expect(server.refusals).toEqual([])
})

it('keeps a connection that stays, and closes it after the last request', async () => {
  await using server = await startRefusing({ lingerMs: hour })
  const body = 'a'.repeat(100_000)
  const kept = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const last = [requestText('GET /'), requestText('POST /', ['Content-Length: 1'], 'a')]
  for (const request of last)
    expect(statusesIn(await exchange(server.url, kept, kept, request))).toEqual([403, 403, 403])
})
