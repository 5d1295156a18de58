import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createConnectionQueue } from '../../server/http/connection-queue.ts'
import { listenForTest } from '../support/listen-for-test.ts'

/** A server on which every request has its turn, and its connections. */
async function startInTurn(listener: RequestListener) {
  const inTurn = createConnectionQueue()
  const came: string[] = []
  const server = createServer((req, res) => {
    came.push(req.url ?? '')
    inTurn(req.socket, res, () => listener(req, res))
  })
  const at = await listenForTest(server)
  const open = () => connect(Number(new URL(at.url).port), '127.0.0.1').setEncoding('latin1')
  return { ...at, came, open }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Reads until so many answers have come; each body ends with a semicolon, and nothing else has one. */
async function answersOf(socket: Socket, count: number): Promise<string[]> {
  const parts: string[] = []
  let bodies = 0
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    parts.push(String(part))
    bodies += String(part).split(';').length - 1
    if (bodies >= count) break
  }
  return parts.join('').match(/\/\w*;/g) ?? []
}

it('answers one request of a connection at a time, in their order, and those of others meanwhile', async () => {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  await using server = await startInTurn(({ url = '' }, res) => {
    begun.push(url)
    if (url === '/first') finish.set(url, () => res.end(`${url};`))
    else res.end(`${url};`)
  })
  const [one, other] = [server.open(), server.open()]
  one.write(get('/first') + get('/second'))
  await expect.poll(() => server.came).toEqual(['/first', '/second'])
  other.write(get('/other'))
  expect(await answersOf(other, 1)).toEqual(['/other;'])
  expect(begun).toEqual(['/first', '/other'])

  finish.get('/first')?.()
  expect(await answersOf(one, 2)).toEqual(['/first;', '/second;'])
  expect(begun).toEqual(['/first', '/other', '/second'])
})

it('reads no more of a connection than a packet beyond what it has answered', async () => {
  let most = 0
  let answered = 0
  await using server = await startInTurn(({ url = '' }, res) => {
    most = Math.max(most, server.came.length - answered)
    answered += 1
    res.end(`${url};`)
  })
  const socket = server.open()
  const count = 10_000
  socket.write(get('/a').repeat(count))
  expect(await answersOf(socket, count)).toHaveLength(count)
  // Node reads 64 kB at once.
  expect(most).toBeLessThan(2 * (65_536 / get('/a').length))
})

it('takes in the body of a request that has waited', async () => {
  await using server = await startInTurn((req, res) => {
    let length = 0
    req.on('data', (part: Buffer) => (length += part.length)).on('end', () => res.end(`/${length};`))
  })
  const socket = server.open()
  const body = 'a'.repeat(1_000_000)
  socket.write(`${get('/first')}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  expect(await answersOf(socket, 2)).toEqual(['/0;', '/1000000;'])
})
