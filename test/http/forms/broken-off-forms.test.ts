import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { createHttpServer, publicLimits } from '../../../server/http-server.ts'
import { listenForTest } from '../../support/listen-for-test.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { requestText } from '../support/raw-socket.ts'

const valid = { email: 'ada@example.com', lang: 'fr' }

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

const waysToBreakOff: [name: string, breakOff: (socket: Socket, server: Server) => void][] = [
  ['closes the connection', (socket) => socket.destroy()],
  ['says that nothing follows', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  // The server has reached its timeout, and sends 408.
  ['falls silent', (_socket, server) => Object.assign(server, { requestTimeout: 100 })],
]

/** A site behind a server of its own, and clients that begin to send it a form. */
async function startBefore(site: Awaited<ReturnType<typeof startSite>>) {
  const limits = { ...publicLimits, connectionsCheckingInterval: 100 }
  const server = createHttpServer((req, res) => site.app(req, res), undefined, limits)
  const listening = await listenForTest(server)
  const linesOfBrokenOff = () => site.logged().match(/"res":\{"status":null,"aborted":true\}/g) ?? []
  return {
    ...listening,
    /** Begins to send bodies of some types, and resolves once the site knows that all of them were broken off. */
    async beginForms(path: string, types: string[], breakOff: (socket: Socket, server: Server) => void) {
      const before = linesOfBrokenOff().length
      server.requestTimeout = limits.requestTimeout
      const sockets: Socket[] = []
      for (const type of types) {
        const arrived = once(server, 'request')
        const socket = connect(portOf(listening), '127.0.0.1').on('error', () => {})
        socket.resume().write(requestText(`POST ${path}`, [`Content-Type: ${type}`, 'Content-Length: 100'], '{'))
        await arrived
        sockets.push(socket)
      }
      for (const socket of sockets) breakOff(socket, server)
      await expect.poll(linesOfBrokenOff).toHaveLength(before + types.length)
      for (const socket of sockets) socket.destroy()
    },
  }
}

const types = ['application/json', 'application/x-www-form-urlencoded']

/** Ghost accepts subscriptions at once, the simulated newsletter after a second. */
async function startTaking(env: Record<string, string>) {
  const { site } = await startSiteWithGhost(undefined, env)
  return { site, subscribe: async () => (await request(site.url).post('/api/newsletter').send(valid)).status }
}

it.each(waysToBreakOff)('does not count a form if its client %s in the middle of it', async (_name, breakOff) => {
  const taking = await startTaking({ FORMS_PER_10_MINUTES: '1' })
  await using before = await startBefore(taking.site)
  for (const path of ['/api/newsletter', '/api/contact']) await before.beginForms(path, types, breakOff)
  expect(await taking.subscribe()).toBe(202)
  expect(await taking.subscribe()).toBe(429)
})

it('does not count an incomplete form', async () => {
  const taking = await startTaking({ FORMS_PER_10_MINUTES: '1' })
  const server = createHttpServer((req, res) => taking.site.app(req, res))
  await using listening = await listenForTest(server)
  const arrived = once(server, 'request')
  const socket = connect(portOf(listening), '127.0.0.1')
  socket.write(requestText('POST /api/newsletter', ['Content-Type: application/json', 'Content-Length: 100'], '{'))
  await arrived
  expect(await taking.subscribe()).toBe(202)
  socket.destroy()
})

it('counts a form whose sender leaves before it is answered', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', NEWSLETTER: 'simulated' })
  const body = JSON.stringify(valid)
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const socket = connect(portOf(site), '127.0.0.1')
  // The simulated newsletter takes a second. Its sender has disconnected by then.
  socket.write(requestText('POST /api/newsletter', fields, body), () => socket.destroy())
  await expect.poll(site.logged).toContain('"aborted":true')
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(429)
})

it('accepts no more concurrent forms than the limit', async () => {
  const taking = await startTaking({ FORMS_PER_10_MINUTES: '3' })
  const statuses = await Promise.all(Array.from({ length: 10 }, taking.subscribe))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429, 429])
})
