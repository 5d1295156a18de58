import { get } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { afterAll, expect, it } from 'vitest'
import { askOverHttp } from '../../support/ask-over-http.ts'
import { ghostHost, siteHost } from '../../support/over-https.ts'
import { startBehindProxy } from '../support/behind-proxy.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them.
const behind = await startBehindProxy()
afterAll(() => behind[Symbol.asyncDispose]())
const { nginx, ask, site1, site2 } = behind

it('serves the built site over HTTP/2 and HTTP/1.1, compressed by the site, with its headers', async () => {
  const session = connectHttp2(`https://${siteHost}:${nginx.https}`, {
    ca: nginx.certificate,
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const stream = session.request({ ':path': '/en/ai', 'accept-encoding': 'gzip, deflate, br' })
  const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve))
  session.destroy()
  expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(headers['strict-transport-security']).toContain('max-age=63072000')
  expect(headers['content-security-policy']).toContain("default-src 'none'")

  for (const path of ['/', '/ai', '/en/ai', '/blog', '/blog/un-article', '/rss.xml', '/api/posts?lang=en']) {
    const answer = await ask(path)
    expect([path, answer.status, answer.text]).toEqual([path, 200, (await askOverHttp(site1.url + path)).text])
  }
  for (const [path, status] of Object.entries({ '/nowhere': 404, '/ai/': 301, '/%E0%A4%A': 400, '/fr/ai': 302 }))
    expect([path, (await ask(path)).status]).toEqual([path, status])
})

it.each([
  ['/preview/89061C0B-db14-4f8b-b82d-eafdf8432cad', siteHost, '(uuid)'],
  ['/p/89061c0b-db14-4f8b-b82d-eafdf8432cad/', ghostHost, '(uuid)'],
  ['/unsubscribe/ada%40example.com', siteHost, '(address)'],
])('nginx logs %s at %s only as %s', async (path, host, logged) => {
  const before = (await nginx.accessLog()).length
  await ask(path, { host })
  const lines = async () => (await nginx.accessLog()).slice(before)
  await expect.poll(lines).toContain(`"path":"${logged}"`)
  expect(await lines()).not.toMatch(/89061c0b|ada(?:@|%40)/i)
})

it('redirects http to https, and serves nothing for other host names', async () => {
  const plain = await new Promise<unknown[]>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: nginx.http, path: '/en/ai?a=b', headers: { host: siteHost } }
    get(options, ({ statusCode, headers }) => resolve([statusCode, headers.location])).once('error', reject)
  })
  expect(plain).toEqual([301, `https://${siteHost}/en/ai?a=b`])

  const failure = await new Promise<Error>((resolve) => {
    connectTls({ host: '127.0.0.1', port: nginx.https, servername: 'elsewhere.example' }).once('error', resolve)
  })
  expect(failure.message).toContain('unrecognized name')
  await expect(
    new Promise((_resolve, reject) => get(`http://127.0.0.1:${nginx.http}/`).once('error', reject)),
  ).rejects.toThrow('socket hang up')
})

it('has the same request identifier in both logs and the response, also for a cached page', async () => {
  const ids: string[] = []
  for (const path of ['/about', '/about', '/nowhere-either']) {
    const { headers } = await ask(path, { headers: { 'X-Request-Id': 'chosen-by-a-stranger' } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    ids.push(String(headers['x-request-id']))
  }
  expect(new Set(ids).size).toBe(3)
  const [first = '', second = '', third = ''] = ids
  // Instances write their logs with a delay.
  for (const id of [first, third]) await expect.poll(() => site1.said() + site2.said()).toContain(id)
  // The proxy answers the second.
  expect(site1.said() + site2.said()).not.toContain(second)
  await expect.poll(nginx.accessLog).toContain(third)
  const log = await nginx.accessLog()
  for (const id of ids) expect(log).toContain(id)
  const names = 'time reqId host method path status bytes seconds cache instance instanceStatus'.split(' ')
  expect(Object.keys(JSON.parse(log.split('\n')[0] ?? '{}') as object)).toEqual(names)
})

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }

// The first body that is too large is refused by the site, the others by nginx.
it.each([
  { path: '/api/newsletter', headers: json, kilobytes: 15, status: 400 },
  { path: '/webhooks/ghost', headers: json, kilobytes: 9 * 1024, status: 401 },
  { path: '/api/newsletter', headers: json, kilobytes: 17, status: 413, limit: '16 KB' },
  { path: '/api/newsletter', headers: json, kilobytes: 200, status: 413, limit: '16 KB' },
  { path: '/api/contact', headers: form, kilobytes: 200, status: 413, limit: '16,384 characters in 64 KB' },
  { path: '/webhooks/ghost', headers: json, kilobytes: 11 * 1024, status: 413, limit: '10 MB' },
])('answers $kilobytes KB to $path with $status in JSON, and the limit $limit', async (row) => {
  const { path, headers, kilobytes, status, limit } = row
  const answer = await ask(path, { method: 'POST', headers, body: 'a'.repeat(kilobytes * 1024) })
  const tooLarge = { message: `the body is too large; expected at most ${limit}`, type: 'PayloadTooLargeError' }
  const other = { message: expect.any(String), type: expect.any(String) }
  expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { errors: [limit ? tooLarge : other] }])
})

it('answers 304 to a client that has a page, in every encoding', async () => {
  const tags = new Set()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const accept = { 'Accept-Encoding': encoding }
    const tag = String((await ask('/terms', { headers: accept })).headers.etag)
    tags.add(tag)
    const again = await ask('/terms', { headers: { ...accept, 'If-None-Match': tag } })
    expect([encoding, again.status, again.text, again.headers.etag]).toEqual([encoding, 304, '', tag])
    const other = await ask('/terms', { headers: { ...accept, 'If-None-Match': '"another"' } })
    expect([encoding, other.status]).toEqual([encoding, 200])
  }
  expect(tags.size).toBe(3)
})
