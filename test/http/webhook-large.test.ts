import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { signatureHeader } from '../support/ghost-delivery.ts'
import request from 'supertest'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { deliver, noon, type Site, siteChanged, startSiteWithWebhook } from './support/webhook.ts'

/** Begins a delivery that says to be large, and sends no more of it. */
function begin(site: Site, length: string): Socket {
  const { hostname, port } = new URL(site.url)
  const connection = connect(Number(port), hostname)
  const signature = signatureHeader('{}', 'a stranger’s', noon)
  const fields = ['Host: localhost', 'Content-Type: application/json', `X-Ghost-Signature: ${signature}`, length]
  connection.write(`POST /webhooks/ghost HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
  return connection
}

const lengths = ['Content-Length: 5000000', 'Transfer-Encoding: chunked']

it.each(lengths)('takes in four large deliveries at once (%s), and small ones all the while', async (length) => {
  await using site = await startSiteWithWebhook({})
  const connections = Array.from({ length: 5 }, () => begin(site, length))
  const answered = connections.map(async (connection) => {
    const [head] = (await once(connection, 'data')) as [Buffer]
    return head.toString('latin1')
  })
  const refused = await Promise.race(answered)
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toMatch(/^Retry-After: 1\r$/m)
  await deliver(site, siteChanged).expect(204)

  for (const connection of connections) connection.destroy()
  const large = { ...siteChanged, padding: 'x'.repeat(300_000) }
  await expect.poll(async () => (await deliver(site, large)).status).toBe(204)
})

it('loses no large delivery to four that never end: all is read anew', async () => {
  await using ghost = await startFakeGhost([fakePost('un-article', { title: 'Avant' })])
  await using site = await startSiteWithWebhook(ghost.env)
  const textOf = async () => (await request(site.app).get('/blog')).text
  expect(await textOf()).toContain('Avant')
  const connections = Array.from({ length: 4 }, () => begin(site, 'Content-Length: 5000000'))
  const large = { ...siteChanged, padding: 'x'.repeat(300_000) }
  ghost.state.posts = [fakePost('un-article', { title: 'Après' })]
  await expect.poll(async () => (await deliver(site, large)).status).toBe(503)

  await expect.poll(textOf).toContain('Après')
  expect(site.logged()).toContain('webhook not read')
  for (const connection of connections) connection.destroy()
})
