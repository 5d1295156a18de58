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
const webhook = '/webhooks/ghost'
const form = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }

const faults: [string, Behave][] = [
  ['hangs up', (req) => void req.socket.destroy()],
  ['is killed in the middle of the headers', (req) => void req.socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ['does not answer', () => {}],
]

const title = 'asks another instance for a page, sends a form once and answers Ghost at once, if an instance %s'

it.concurrent.each(faults)(title, async (fault, behave) => {
  const open = new Set<Socket>()
  await using one = await startInstance((req, res) => {
    if (req.url === webhook) res.writeHead(204).end()
    else behave(req, res)
  })
  await using other = await startInstance((req, res) => {
    if (req.url === webhook) open.add(req.socket)
    if (req.method === 'GET') res.end('well')
    else behave(req, res)
  })
  const timeouts = { 'timeout 20s': 'timeout 6s', 'proxy_read_timeout 2s': 'proxy_read_timeout 600s' }
  await using nginx = await startNginx([one.place, other.place], {}, timeouts)
  const pages = ['/a', '/b', '/c', '/d']
  const forms = ['/api/contact', '/api/contact/check', '/api/newsletter', '/api/newsletters', '/language']
  const [delivered, shown, sent] = await Promise.all([
    nginx.ask(webhook, form),
    Promise.all(pages.map((path) => nginx.ask(path))),
    Promise.all(forms.map((path) => nginx.ask(path, form))),
  ])
  await expect.poll(() => other.asked).toContain(`POST ${webhook}`)
  expect(delivered.status).toBe(204)
  for (const answer of shown) expect(answer).toMatchObject({ status: 200, text: 'well' })
  for (const answer of sent) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const asked = [...one.asked.filter((each) => !each.startsWith('GET')), ...other.asked]
  const once = [...pages.map((path) => `GET ${path}`), ...forms.map((path) => `POST ${path}`)]
  expect(asked.sort()).toEqual([...once, `POST ${webhook}`, `POST ${webhook}`].sort())
  expect(one.asked).toContainEqual(expect.stringMatching(/^GET /))
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
  await using one = await startInstance(behave)
  await using other = await startInstance(behave)
  await using nginx = await startNginx([one.place, other.place])
  const body = 'a'.repeat(10 * 1024 * 1024)
  const signature = 'sha256=ab, t=1'
  const headers = { ...form.headers, 'X-Ghost-Signature': signature }
  expect((await nginx.ask(webhook, { method: 'POST', headers, body })).status).toBe(204)
  await expect.poll(() => heard).toHaveLength(2)
  const delivery = { request: `POST ${webhook}`, host: siteHost, signature, protocol: 'https', length: body.length }
  expect(heard).toEqual([delivery, delivery])
  expect([one.asked.length, other.asked.length]).toEqual([1, 1])
  expect((await nginx.ask(`${webhook}/copy`, form)).status).toBe(404)
})

it.concurrent.each([0, 1])('answers Ghost if instance %i is away, and the other gets the delivery', async (away) => {
  await using left = await startInstance((_req, res) => void res.writeHead(204).end())
  await using nginx = await startNginx(away === 0 ? [noInstance, left.place] : [left.place, noInstance])
  expect((await nginx.ask(webhook, form)).status).toBe(204)
  expect(left.asked).toContain(`POST ${webhook}`)
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
  const invented = { 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Proto': 'http', 'X-Request-Id': 'a' }
  await nginx.ask('/', { headers: { ...invented, 'Accept-Encoding': 'zstd, br;q=0.9, *' } })
  const told = { host: siteHost, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'accept-encoding': 'br' }
  expect(heard).toMatchObject([{ ...told, 'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/) }])
})
