import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { fetch } from './fetch.ts'
import { listenForTest } from '../../test/support/listen-for-test.ts'

/** A server that answers the first request of each connection, and treats the second one differently. */
function answeringFirst(onSecond: (socket: Socket) => void) {
  const requests: string[] = []
  const known = new WeakSet<Socket>()
  const listener: RequestListener = ({ method = '', socket }, res) => {
    requests.push(`${method} on a ${known.has(socket) ? 'kept' : 'new'} connection`)
    if (known.has(socket)) return onSecond(socket)
    known.add(socket)
    res.end('whole')
  }
  return { listener, requests }
}

const textOf = async (address: string, method = 'GET') => (await fetch(address, { method })).text()

it.each([
  ['closes', (socket: Socket) => void socket.end()],
  ['destroys', (socket: Socket) => void socket.destroy()],
  ['resets', (socket: Socket) => void socket.resetAndDestroy()],
])('retries a GET once, on a new connection, if the server %s the kept one', async (_what, onSecond) => {
  const { listener, requests } = answeringFirst(onSecond)
  await using server = await listenForTest(createServer(listener))
  for (let call = 0; call < 4; call += 1) expect(await textOf(server.url)).toBe('whole')
  const [fresh, kept] = ['GET on a new connection', 'GET on a kept connection']
  expect(requests).toEqual([fresh, kept, fresh, fresh, kept, fresh])
})

it.each([
  ['a POST', 'POST', (socket: Socket) => void socket.destroy()],
  ['a GET whose response has begun', 'GET', (socket: Socket) => void socket.end('HTTP/1.1 20')],
])('does not retry %s', async (_what, method, onSecond) => {
  const { listener, requests } = answeringFirst(onSecond)
  await using server = await listenForTest(createServer(listener))
  await textOf(server.url)
  await expect(textOf(server.url, method)).rejects.toThrow('failed')
  expect(requests).toEqual(['GET on a new connection', `${method} on a kept connection`])
})

it('does not retry a GET that fails on a new connection', async () => {
  const sockets: Socket[] = []
  await using server = await listenForTest(createServer(({ socket }) => void sockets.push(socket.destroy())))
  await expect(textOf(server.url)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(sockets).toHaveLength(1)
})
