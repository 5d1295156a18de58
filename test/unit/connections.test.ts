import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeIdleAfter } from '../../server/http/connections.ts'

const mostMs = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection to a server that cuts idle ones; each request gives what ends its answer. */
function connected() {
  const server = createServer()
  closeIdleAfter(server, mostMs)
  const socket = new Socket()
  server.emit('connection', socket)
  return {
    socket,
    ask() {
      const req = new IncomingMessage(socket)
      const res = new ServerResponse(req)
      server.emit('request', req, res)
      return () => void res.emit('close')
    },
  }
}

it('cuts a connection when no request has come for long enough since an answer', () => {
  const { socket, ask } = connected()
  vi.advanceTimersByTime(mostMs - 1)
  ask()()
  vi.advanceTimersByTime(mostMs - 1)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})

it('leaves a connection alone as long as one of its requests is not answered, and counts from the last answer', () => {
  const { socket, ask } = connected()
  const [answer, answerNext] = [ask(), ask()]
  vi.advanceTimersByTime(3 * mostMs)
  answer()
  vi.advanceTimersByTime(3 * mostMs)
  expect(socket.destroyed).toBe(false)
  answerNext()
  vi.advanceTimersByTime(mostMs - 1)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})

it('leaves nothing behind of a connection that has closed', async () => {
  const { socket } = connected()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await closed
  expect(vi.getTimerCount()).toBe(0)
})
