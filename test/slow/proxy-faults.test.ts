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

const what = 'asks another instance for a page, sends a form once and answers Ghost at once, if an instance %s'

it.concurrent.each(faults)(what, async (fault, behave) => {
  const isWebhook = ({ url }: IncomingMessage) => url === '/webhooks/ghost'
  const open = new Set<Socket>()
  await using one = await startInstance((req, res) => {
    if (isWebhook(req)) res.writeHead(204).end()
    else behave(req, res)
  })
  await using other = await startInstance((req, res) => {
    if (isWebhook(req)) open.add(req.socket)
    if (req.method === 'GET') res.end('well')
    else behave(req, res)
  })
  const timeouts = {
    'proxy_read_timeout 20s': 'proxy_read_timeout 6s',
    'proxy_read_timeout 2s': 'proxy_read_timeout 600s',
  }
  await using nginx = await startNginx([one.place, other.place], {}, timeouts)
  const pages = ['/a', '/b', '/c', '/d']
  const forms = ['/api/contact', '/api/contact/check', '/api/newsletter', '/api/newsletters', '/language']
  const [delivered, shown, sent] = await Promise.all([
    nginx.ask('/webhooks/ghost', form),
    Promise.all(pages.map((path) => nginx.ask(path))),
    Promise.all(forms.map((path) => nginx.ask(path, form))),
  ])
  for (const answer of shown) expect(answer).toMatchObject({ status: 200, text: 'well' })
  expect(one.asked).toContainEqual(expect.stringMatching(/^GET /))
  expect(other.asked.filter((asked) => asked.startsWith('GET')).sort()).toEqual(pages.map((path) => `GET ${path}`))

  for (const answer of sent) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const posted = [...one.asked, ...other.asked].filter((asked) => /^POST (?!.webhooks)/.test(asked))
  expect(posted.sort()).toEqual(forms.map((path) => `POST ${path}`))

  expect(delivered.status).toBe(204)
  for (const instance of [one, other])
    await expect.poll(() => instance.asked.filter((asked) => asked === 'POST /webhooks/ghost')).toHaveLength(1)
  // Whatever does not answer is still waited for.
  if (fault === 'does not answer') expect([...open].map(({ destroyed }) => destroyed)).toEqual([false])
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

it.concurrent('asks for what is not stored as often as it is asked, without a wait', async () => {
  const waiting: ServerResponse[] = []
  await using instance = await startInstance((_req, res) => {
    waiting.push(res.setHeader('Cache-Control', 'no-store'))
    // No request is answered before the last one is here.
    if (waiting.length === 12) for (const each of waiting.splice(0)) each.end()
  })
  const replaced = { 'proxy_read_timeout 20s': 'proxy_read_timeout 4s' }
  await using nginx = await startNginx([instance.place, instance.place], {}, replaced)
  for (const path of ['/ai', '/readyz', '/api/search?lang=fr&q=a', '/blog?q=a', '/from-ghost/a/']) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => nginx.ask(path)))
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, ...answers.map(() => 200)])
  }
})

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
