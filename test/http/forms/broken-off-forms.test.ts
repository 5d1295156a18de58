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
  ['half-closes the connection', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  // The server times out, and answers 408.
  ['falls silent', (_socket, server) => Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })],
]

/** A site behind a server of its own, and clients that begin to send it a form. */
async function startBefore(site: Awaited<ReturnType<typeof startSite>>) {
  const limits = { ...publicLimits, connectionsCheckingInterval: 100 }
  const server = createHttpServer((req, res) => site.app(req, res), undefined, limits)
  const listening = await listenForTest(server)
  const linesOfBrokenOff = () => site.logged().match(/"res":\{"status":null,"aborted":true\}/g) ?? []
  return {
    ...listening,
    /** Begins to send forms, breaks them off after `meanwhile`, and resolves once the site knows of all of them. */
    async beginForms(
      forms: { path: string; type: string }[],
      breakOff: (socket: Socket, server: Server) => void,
      meanwhile: () => Promise<void>,
    ) {
      const sockets: Socket[] = []
      for (const { path, type } of forms) {
        const arrived = once(server, 'request')
        const socket = connect(portOf(listening), '127.0.0.1').on('error', () => {})
        socket.resume().write(requestText(`POST ${path}`, [`Content-Type: ${type}`, 'Content-Length: 100'], '{'))
        await arrived
        sockets.push(socket)
      }
      await meanwhile()
      for (const socket of sockets) breakOff(socket, server)
      await expect.poll(linesOfBrokenOff).toHaveLength(forms.length)
      for (const socket of sockets) socket.destroy()
    },
  }
}

const types = ['application/json', 'application/x-www-form-urlencoded']

it.each(waysToBreakOff)('does not count the form of a client that %s in the middle of it', async (_name, breakOff) => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '2' })
  const subscribe = async () => (await request(site.url).post('/api/newsletter').send(valid)).status
  await using before = await startBefore(site)
  const forms = ['/api/newsletter', '/api/contact'].flatMap((path) => types.map((type) => ({ path, type })))
  await before.beginForms(forms, breakOff, async () => expect(await subscribe()).toBe(202))
  expect([await subscribe(), await subscribe()]).toEqual([202, 429])
})

it('counts a form whose sender leaves before it is answered', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', NEWSLETTER: 'simulated' })
  const body = JSON.stringify(valid)
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const socket = connect(portOf(site), '127.0.0.1')
  // The simulated newsletter answers after a second. Its sender has disconnected by then.
  socket.write(requestText('POST /api/newsletter', fields, body), () => socket.destroy())
  await expect.poll(site.logged).toContain('"aborted":true')
  expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(429)
})
