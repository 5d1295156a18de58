import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { expect, it } from 'vitest'
import { startNginx } from '../support/nginx.ts'
import { siteHost } from '../support/over-https.ts'
import { type Behave, startInstance } from '../http/support/played-instance.ts'

// The tests run at the same time, each with its own nginx, since many of them wait for timeouts.

const noInstance = '127.0.0.1:1'
const form = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }

const faults: [string, Behave][] = [
  ['hangs up', (req) => void req.socket.destroy()],
  ['is killed in the middle of the headers', (req) => void req.socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ['does not answer', () => {}],
]

it.concurrent.each(faults)('asks the next instance for a page if one %s', async (_what, behave) => {
  await using ill = await startInstance(behave)
  await using well = await startInstance()
  const replaced = { 'proxy_read_timeout 20s': 'proxy_read_timeout 6s' }
  await using nginx = await startNginx([ill.place, well.place], {}, replaced)
  for (const path of ['/a', '/b', '/c', '/d']) {
    expect(await nginx.ask(path)).toMatchObject({ status: 200, text: 'well' })
  }
  expect(ill.asked.length).toBeGreaterThan(0)
  expect(well.asked).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /d'])
})

it.concurrent.each(faults)('sends a POST once, whatever it is for, if an instance %s', async (_what, behave) => {
  await using site1 = await startInstance(behave)
  await using site2 = await startInstance(behave)
  const replaced = { 'proxy_read_timeout 20s': 'proxy_read_timeout 6s' }
  await using nginx = await startNginx([site1.place, site2.place], {}, replaced)
  const paths = ['/api/contact', '/api/contact/check', '/api/newsletter', '/api/newsletters', '/language']
  const answers = await Promise.all(paths.map((path) => nginx.ask(path, form)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  expect([...site1.asked, ...site2.asked].sort()).toEqual(paths.map((path) => `POST ${path}`))
})

it.concurrent.each(faults)('answers Ghost at once, although the second instance %s', async (what, behave) => {
  const open = new Set<Socket>()
  await using first = await startInstance((_req, res) => void res.writeHead(204).end())
  await using second = await startInstance((req, res) => {
    open.add(req.socket)
    behave(req, res)
  })
  const replaced = { 'proxy_read_timeout 2s': 'proxy_read_timeout 600s' }
  await using nginx = await startNginx([first.place, second.place], {}, replaced)
  expect((await nginx.ask('/webhooks/ghost', form)).status).toBe(204)
  await expect.poll(() => second.asked).toEqual(['POST /webhooks/ghost'])
  // nginx still waits for an instance that does not answer.
  if (what === 'does not answer') expect([...open].map(({ destroyed }) => destroyed)).toEqual([false])
  expect(first.asked).toEqual(['POST /webhooks/ghost'])
})

it.concurrent('gives each instance Ghost’s delivery once, complete and as it was signed', async () => {
  const heard: object[] = []
  const behave: Behave = async (req, res) => {
    const { length } = await buffer(req)
    const { host, 'x-ghost-signature': signature, 'x-forwarded-proto': protocol } = req.headers
    heard.push({ request: `${req.method} ${req.url}`, host, signature, protocol, length })
    res.writeHead(204).end()
  }
  await using site1 = await startInstance(behave)
  await using site2 = await startInstance(behave)
  await using nginx = await startNginx([site1.place, site2.place])
  const headers = { ...form.headers, 'X-Ghost-Signature': 'sha256=ab, t=1' }
  const body = 'a'.repeat(10 * 1024 * 1024)
  expect((await nginx.ask('/webhooks/ghost', { method: 'POST', headers, body })).status).toBe(204)
  await expect.poll(() => heard).toHaveLength(2)
  const delivery = { request: 'POST /webhooks/ghost', host: siteHost, signature: 'sha256=ab, t=1', protocol: 'https' }
  expect(heard).toEqual([1, 2].map(() => ({ ...delivery, length: body.length })))
  expect([site1.asked.length, site2.asked.length]).toEqual([1, 1])
  expect((await nginx.ask('/webhooks/ghost/copy', form)).status).toBe(404)
})

it.concurrent.each(['/ai', '/readyz', '/api/search?lang=fr&q=a', '/blog?q=a', '/from-ghost/a/'])(
  'passes on each request for %s, without a delay',
  async (path) => {
    const waiting: ServerResponse[] = []
    await using instance = await startInstance((_req, res) => {
      waiting.push(res.setHeader('Cache-Control', 'no-store'))
      // No request is answered before the last one is here.
      if (waiting.length === 12) for (const each of waiting) each.end()
    })
    const replaced = { 'proxy_read_timeout 20s': 'proxy_read_timeout 4s' }
    await using nginx = await startNginx([instance.place, instance.place], {}, replaced)
    const answers = await Promise.all(Array.from({ length: 12 }, () => nginx.ask(path)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  },
)

it.concurrent('sends a form to the next instance if the first cannot have received it', async () => {
  await using well = await startInstance()
  await using nginx = await startNginx([noInstance, well.place])
  for (let times = 0; times < 4; times += 1) expect((await nginx.ask('/api/contact', form)).status).toBe(200)
  expect(well.asked).toHaveLength(4)
})

it.concurrent('tries instances that are marked as failed if there are no others', async () => {
  let ill = true
  const behave: Behave = (req, res) => void (ill ? req.socket.destroy() : res.end('well'))
  await using site1 = await startInstance(behave)
  await using site2 = await startInstance(behave)
  await using nginx = await startNginx([site1.place, site2.place])
  expect((await nginx.ask('/a')).status).toBe(503)
  ill = false
  expect((await nginx.ask('/a')).status).toBe(200)
})

it.concurrent('does not repeat a request that an instance has answered, whatever the answer', async () => {
  const behave: Behave = (_req, res) => void res.writeHead(503, { 'Cache-Control': 'no-store' }).end('busy')
  await using site1 = await startInstance(behave)
  await using site2 = await startInstance(behave)
  await using nginx = await startNginx([site1.place, site2.place])
  expect(await nginx.ask('/blog/a')).toMatchObject({ status: 503, text: 'busy' })
  expect([...site1.asked, ...site2.asked]).toEqual(['GET /blog/a'])
})

/** The bytes that come back until the connection is closed. */
function speak(port: number, ca: string, said: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca, servername: siteHost }, () => socket.write(said))
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += String(chunk)))
    socket.once('error', reject).once('close', () => resolve(heard))
  })
}

it.concurrent('closes the connections of clients that never end their request, and asks no instance', async () => {
  await using well = await startInstance()
  const replaced = {
    'client_header_timeout 10s': 'client_header_timeout 6s',
    'client_body_timeout 10s': 'client_body_timeout 6s',
  }
  await using nginx = await startNginx([well.place, noInstance], {}, replaced)
  const host = `Host: ${siteHost}\r\n`
  const [headers, body] = await Promise.all([
    speak(nginx.https, nginx.certificate, `GET / HTTP/1.1\r\n${host}X-Slow: `),
    speak(nginx.https, nginx.certificate, `POST /api/contact HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nname=`),
  ])
  expect([headers, body]).toEqual(['', expect.stringMatching(/^(HTTP\/1\.1 408 |$)/)])
  expect(well.asked).toEqual([])
})

it.concurrent('does not pass on a visitor’s own X-Forwarded-For and X-Forwarded-Proto', async () => {
  const heard: IncomingMessage['headers'][] = []
  await using well = await startInstance((req, res) => {
    heard.push(req.headers)
    res.end()
  })
  await using nginx = await startNginx([well.place, noInstance])
  await nginx.ask('/', {
    headers: {
      'X-Forwarded-For': '203.0.113.1',
      'X-Forwarded-Proto': 'http',
      'X-Request-Id': 'a',
      'Accept-Encoding': 'zstd, br;q=0.9, *',
    },
  })
  expect(heard).toEqual([
    expect.objectContaining({
      host: siteHost,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'accept-encoding': 'br',
    }),
  ])
})
