import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { createHttpServer, publicLimits } from '../../server/http-server.ts'
import { startSite } from '../support/start-site.ts'
import { startShared } from './support/instances.ts'
import { requestText } from './support/raw-socket.ts'

const valid = { email: 'ada@example.com', lang: 'fr' }

const waysToBreakOff: [name: string, breakOff: (socket: Socket) => void][] = [
  ['closes the connection', (socket) => socket.destroy()],
  ['says that nothing follows', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  // Until the server has waited long enough, and says 408.
  ['falls silent', () => {}],
]

/** A site behind a server that waits for nobody, and whoever begins to send it a form. */
async function startImpatient(site: Awaited<ReturnType<typeof startSite>>) {
  const limits = { ...publicLimits, headersMs: 100, requestMs: 200 }
  const server = createHttpServer((req, res) => site.app(req, res), undefined, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const linesOfBrokenOff = () => site.logged().match(/"res":\{"status":null,"aborted":true\}/g) ?? []
  return {
    /** Resolves once the site knows that a body of `type` was broken off. */
    async beginForm(path: string, type: string, breakOff: (socket: Socket) => void) {
      const before = linesOfBrokenOff().length
      const arrived = once(server, 'request')
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      socket.resume().write(requestText(`POST ${path}`, [`Content-Type: ${type}`, 'Content-Length: 100'], '{'))
      await arrived
      breakOff(socket)
      await expect.poll(linesOfBrokenOff).toHaveLength(before + 1)
      socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it.each(waysToBreakOff)('counts no form of whoever %s in the middle of it', async (_name, breakOff) => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', NEWSLETTER: 'simulated' })
  await using impatient = await startImpatient(site)
  for (const path of ['/api/newsletter', '/api/contact']) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      await impatient.beginForm(path, type, breakOff)
    }
  }
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(202)
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(429)
})

it('counts no form that was broken off on any instance', async () => {
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '1' })
  await using one = await shared.startInstance()
  await using other = await shared.startInstance()
  await using impatient = await startImpatient(one)
  for (const [, breakOff] of waysToBreakOff) {
    await impatient.beginForm('/api/newsletter', 'application/json', breakOff)
  }
  expect((await request(other.app).post('/api/newsletter').send(valid)).status).toBe(202)
  expect((await request(one.app).post('/api/newsletter').send(valid)).status).toBe(429)
})

it('holds no place for a form that is still on its way', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', NEWSLETTER: 'simulated' })
  const server = createHttpServer((req, res) => site.app(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const arrived = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(requestText('POST /api/newsletter', ['Content-Type: application/json', 'Content-Length: 100'], '{'))
  await arrived
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(202)
  socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

it('counts a form whose sender leaves before it is answered', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', NEWSLETTER: 'simulated' })
  const body = JSON.stringify(valid)
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  // It is taken for a second, as the specification has it: meanwhile nobody waits for it any more.
  socket.write(requestText('POST /api/newsletter', fields, body), () => socket.destroy())
  await expect.poll(site.logged).toContain('"aborted":true')
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(429)
})

it('accepts no more of many forms at a time than it may', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '3', NEWSLETTER: 'simulated' })
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await request(site.app).post('/api/newsletter').send(valid)).status),
  )
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429, 429])
})
