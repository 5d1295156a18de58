import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { endAfterBody } from '../../server/http/request-body.ts'
import { listenForTest } from '../support/listen-for-test.ts'
import { exchange, requestText, statusesIn } from './support/raw-socket.ts'
import { startSiteWithWebhook } from './support/webhook.ts'

/** A client that sends the rest of its request only once it has the answer. */
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
  await once(socket, 'data')
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
])('reads what still comes of $what, refused with $status', async ({ line, fields, size, status }) => {
  await using site = await startSiteWithWebhook({})
  const rest = megabytes(size)
  const length = `Content-Length: ${rest.length}`
  const type = fields.includes(json) ? [] : ['Content-Type: text/plain']
  const outcome = await sendLate(site.url, requestText(line, [...type, ...fields, length]), rest)
  expect(outcome).toEqual({ statuses: [status], fault: null })
})

type Bounds = Parameters<typeof endAfterBody>[3]

/** A server that refuses everything without reading it, and when its first connection has closed. */
async function startRefusing(bounds: Bounds) {
  const server = createServer((req, res) => {
    res.writeHead(403, { 'Content-Length': 0 })
    endAfterBody(req, res, '', bounds)
  })
  const closed = new Promise((resolve) => {
    server.once('connection', (socket) => socket.once('close', resolve))
  })
  return { ...(await listenForTest(server)), closed }
}

const hour = 3_600_000
const gigabyte = 2 ** 30
const large = requestText('POST /', [`Content-Length: ${gigabyte}`])

it('waits only so long for the rest of a body', async () => {
  await using server = await startRefusing({ milliseconds: 100, bytes: gigabyte })
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.resume().write(large)
  await once(socket, 'end')
  await server.closed
  socket.destroy()
})

it('reads only so much of it', async () => {
  await using server = await startRefusing({ milliseconds: hour, bytes: 2 ** 20 })
  const { statuses, fault } = await sendLate(server.url, large, megabytes(20))
  expect(statuses).toEqual([403])
  expect(['EPIPE', 'ECONNRESET']).toContain(fault)
})

it('closes the connection of a client that leaves in the middle of it', async () => {
  await using server = await startRefusing({ milliseconds: hour, bytes: gigabyte })
  expect(await sendLate(server.url, large, Buffer.from('a'))).toEqual({ statuses: [403], fault: null })
  await server.closed
})

it('keeps a connection that stays, and closes it after the last request', async () => {
  await using server = await startRefusing({ milliseconds: hour, bytes: gigabyte })
  const body = 'a'.repeat(100_000)
  const kept = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const last = [requestText('GET /'), requestText('POST /', ['Content-Length: 1'], 'a')]
  for (const request of last)
    expect(statusesIn(await exchange(server.url, kept, kept, request))).toEqual([403, 403, 403])
})
