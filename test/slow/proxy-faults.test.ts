import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { it } from 'vitest'
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

it.concurrent.for(faults)(title, async ([fault, behave], { expect }) => {
  const open = new Set<Socket>()
  await using first = await startInstance((req, res) => {
    if (req.url === webhook) res.writeHead(204).end()
    else behave(req, res)
  })
  await using second = await startInstance((req, res) => {
    if (req.url === webhook) open.add(req.socket)
    if (req.method === 'GET') res.end('well')
    else behave(req, res)
  })
  const timeouts = { 'timeout 20s': 'timeout 6s', 'proxy_read_timeout 2s': 'proxy_read_timeout 600s' }
  await using nginx = await startNginx([first.place, second.place], {}, timeouts)
  const pages = ['/a', '/b', '/c', '/d']
  const forms = ['/api/contact', '/api/contact/check', '/api/newsletter', '/api/newsletters', '/language']
  const [delivered, shown, sent] = await Promise.all([
    nginx.ask(webhook, form),
    Promise.all(pages.map((path) => nginx.ask(path))),
    Promise.all(forms.map((path) => nginx.ask(path, form))),
  ])
  await expect.poll(() => second.asked).toContain(`POST ${webhook}`)
  expect(delivered.status).toBe(204)
  for (const answer of shown) expect(answer).toMatchObject({ status: 200, text: 'well' })
  for (const answer of sent) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const asked = [...first.asked.filter((each) => !each.startsWith('GET')), ...second.asked]
  const once = [...pages.map((path) => `GET ${path}`), ...forms.map((path) => `POST ${path}`)]
  expect(asked.sort()).toEqual([...once, `POST ${webhook}`, `POST ${webhook}`].sort())
  expect(first.asked).toContainEqual(expect.stringMatching(/^GET /))
  // The proxy still waits for a response that never comes.
  if (fault === 'does not answer') expect([...open].map(({ destroyed }) => destroyed)).toEqual([false])
})

it.concurrent('passes Ghost’s webhook to each instance once, complete and with its signature', async ({ expect }) => {
  const deliveries: object[] = []
  const behave: Behave = async (req, res) => {
    const { length } = await buffer(req)
    const { host, 'x-ghost-signature': signature, 'x-forwarded-proto': protocol } = req.headers
    deliveries.push({ request: `${req.method} ${req.url}`, host, signature, protocol, length })
    res.writeHead(204).end()
  }
  await using first = await startInstance(behave)
  await using second = await startInstance(behave)
  await using nginx = await startNginx([first.place, second.place])
  const body = 'a'.repeat(10 * 1024 * 1024)
  const signature = 'sha256=ab, t=1'
  const headers = { ...form.headers, 'X-Ghost-Signature': signature }
  expect((await nginx.ask(webhook, { method: 'POST', headers, body })).status).toBe(204)
  await expect.poll(() => deliveries).toHaveLength(2)
  const delivery = { request: `POST ${webhook}`, host: siteHost, signature, protocol: 'https', length: body.length }
  expect(deliveries).toEqual([delivery, delivery])
  expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  expect((await nginx.ask(`${webhook}/copy`, form)).status).toBe(404)
})

it.concurrent.for([0, 1])(
  'passes on each form, and Ghost’s webhook, if instance %i is down',
  async (away, { expect }) => {
    await using left = await startInstance((_req, res) => void res.writeHead(204).end())
    await using nginx = await startNginx(away === 0 ? [noInstance, left.place] : [left.place, noInstance])
    for (let times = 0; times < 4; times += 1) expect((await nginx.ask('/api/contact', form)).status).toBe(204)
    expect(left.asked).toHaveLength(4)
    expect((await nginx.ask(webhook, form)).status).toBe(204)
    expect(left.asked).toContain(`POST ${webhook}`)
  },
)

it.concurrent('forwards every request for a response that is not stored, without a wait', async ({ expect }) => {
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

it.concurrent(
  'asks one instance if it answers with any status, and each instance marked as failed',
  async ({ expect }) => {
    let behave: Behave = (_req, res) => void res.writeHead(503, { 'Cache-Control': 'no-store' }).end('busy')
    await using first = await startInstance((req, res) => behave(req, res))
    await using second = await startInstance((req, res) => behave(req, res))
    await using nginx = await startNginx([first.place, second.place])
    expect(await nginx.ask('/blog/a')).toMatchObject({ status: 503, text: 'busy' })
    expect([...first.asked, ...second.asked]).toEqual(['GET /blog/a'])
    behave = (req) => void req.socket.destroy()
    expect((await nginx.ask('/a')).status).toBe(503)
    behave = (_req, res) => void res.end('well')
    expect((await nginx.ask('/a')).status).toBe(200)
  },
)

it.concurrent('drops clients that never finish their request, without forwarding it', async ({ expect }) => {
  await using well = await startInstance()
  const replaced = { 'header_timeout 10s': 'header_timeout 6s', 'body_timeout 10s': 'body_timeout 6s' }
  await using nginx = await startNginx([well.place, noInstance], {}, replaced)
  const server = { host: '127.0.0.1', port: nginx.https, ca: nginx.certificate, servername: siteHost }
  const host = `Host: ${siteHost}\r\n`
  const begun = [
    `GET / HTTP/1.1\r\n${host}X-Slow: `,
    `POST /api/contact HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n{`,
  ]
  const [headers, body] = await Promise.all(
    begun.map((bytes) => {
      const socket = connectTls(server)
      socket.write(bytes)
      return text(socket)
    }),
  )
  expect([headers, body]).toEqual(['', expect.stringMatching(/^(HTTP\/1\.1 408 |$)/)])
  expect(well.asked).toEqual([])
})
