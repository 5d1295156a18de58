import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { askOverHttp } from '../support/ask-over-http.ts'
import { startNginx } from '../support/nginx.ts'
import { siteHost } from '../support/over-https.ts'
import { startBehindProxy } from '../http/support/behind-proxy.ts'
import { type Behave, startInstance } from '../http/support/played-instance.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them, and each has pages of its own.
const behind = await startBehindProxy({ BLOG_PAGE_SIZE: '1' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, nginx, site1, site2 } = behind

/** An instance with a test’s own behaviour, behind its own nginx. */
let behave: Behave = () => {}
const instance = await startInstance((req, res) => behave(req, res))
afterAll(() => instance[Symbol.asyncDispose]())
const own = await startNginx([instance.place, instance.place])
afterAll(() => own[Symbol.asyncDispose]())

const proxyStatus = (answer: Awaited<ReturnType<typeof ask>>) =>
  String(answer.headers['cache-status']).split(', ').at(-1)

const languageIn = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

const plainCookies = [
  ...['', 'i18next=en', 'i18next=fr', 'other=1; i18next=en', 'i18next=en; other=1', 'i18next=fr; i18next=en'],
  ...['i18next=en; i18next=fr', 'i18next=en; i18next=en', 'i18next=EN', 'i18next=english', 'xi18next=en'],
  ...['x=i18next=en', 'i18next=', 'i18next="en"', ';i18next=en', 'a=1;i18next=en;b=2', 'a;\ti18next=en', 'I18NEXT=en'],
]
const strangeCookies = ['\xa0', '\x85', '\xff', '\x0b', '\x1f', '\t', ' ', '"', '\xc2\xa0'].flatMap((strange) => [
  ...[`i18next=en${strange}`, `${strange}i18next=en`, `a=b; ${strange}i18next=en`],
  ...[`a=b;${strange}i18next=fr; i18next=en`, `i18next${strange}=en`, `i18next=${strange}en`],
])

/** The answer to these bytes. The socket stays open, since nginx drops clients that close their side. */
function askRaw(socket: Socket, path: string, cookie: string): Promise<string> {
  const fields = ['Connection: close', ...(cookie === '' ? [] : [`Cookie: ${cookie}`]), '', '']
  socket.write(Buffer.from([`GET ${path} HTTP/1.1`, `Host: ${siteHost}`, ...fields].join('\r\n'), 'latin1'))
  return text(socket)
}

it('stores one page for each language, and never serves the wrong one, whatever the cookies', async () => {
  const { hostname, port } = new URL(site1.url)
  const secure = { host: '127.0.0.1', port: nginx.https, ca: nginx.certificate, servername: siteHost }
  const made: string[] = []
  const paths = ['/archiving', '/en/archiving', '/security/architecture?i18next=en']
  for (const cookie of [...plainCookies, ...strangeCookies]) {
    for (const path of plainCookies.includes(cookie) ? paths : paths.slice(0, 1)) {
      const direct = await askRaw(connect(Number(port), hostname), path, cookie)
      // Node rejects control characters, so there is no page to store.
      if (direct.startsWith('HTTP/1.1 400')) continue
      const answer = await askRaw(connectSecurely(secure), path, cookie)
      const [seen, expected] = [answer, direct].map((each) => [cookie, path, each.slice(9, 12), languageIn(each)])
      expect(seen).toEqual(expected)
      if (answer.includes('proxy; fwd=uri-miss\r\n')) made.push(`${path} ${languageIn(answer)}`)
    }
  }
  expect(made.sort()).toEqual([
    ...['/archiving en', '/archiving fr', '/en/archiving en'],
    ...['/security/architecture?i18next=en en', '/security/architecture?i18next=en fr'],
  ])
})

it('passes on the language and encoding of the cache key, and no header that a client invents', async () => {
  const received: IncomingMessage['headers'][] = []
  behave = (req, res) => {
    received.push(req.headers)
    res.end()
  }
  const many = `${'a; '.repeat(2000)}i18next=en`
  const invented = { 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Proto': 'http', 'X-Request-Id': 'a' }
  for (const cookie of ['', 'a=b', 'a=b; i18next=en', 'i18next=de; i18next=en', many]) {
    const headers = {
      ...invented,
      'Accept-Encoding': 'zstd, br;q=0.9, *',
      ...(cookie === '' ? {} : { Cookie: cookie }),
    }
    await own.ask('/a', { headers })
  }
  const keyed = ['i18next=fr', 'i18next=fr; a=b', 'i18next=en; a=b; i18next=en', 'i18next=fr; i18next=de; i18next=en']
  expect(received.map(({ cookie }) => cookie)).toEqual([...keyed, `i18next=en; ${many}`])
  const sent = { host: siteHost, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'accept-encoding': 'br' }
  for (const headers of received) expect(headers).toMatchObject(sent)
  for (const headers of received) expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
})

it('answers in the encoding that a client prefers, stored or not', async () => {
  const encodings = {
    ...{ br: 'br', 'gzip, deflate, br, zstd': 'br', 'gzip;q=1.0, br;q=0.5': 'br', 'br;q=0, gzip': 'gzip' },
    ...{
      'br;q=0.0, gzip;q=0.8': 'gzip',
      GZIP: 'gzip',
      identity: null,
      'gzip;q=0': null,
      'brotli, xgzip': null,
      '': null,
    },
  }
  for (const [accepted, encoding] of [...Object.entries(encodings), ...Object.entries(encodings)]) {
    const { headers } = await ask('/security/vulnerability', { headers: { 'Accept-Encoding': accepted } })
    expect([accepted, headers['content-encoding'] ?? null]).toEqual([accepted, encoding])
  }
})

it('stores cacheable responses, unless they set a cookie, redirect or vary by more than the key', async () => {
  const responses: Record<string, { status?: number; headers?: object; stored: boolean }> = {
    '/page': { stored: true },
    '/absent': { status: 404, stored: true },
    '/failed': { status: 503, headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' }, stored: false },
    '/moved': { status: 302, headers: { Location: '/page' }, stored: false },
    '/cookie': { headers: { 'Set-Cookie': 'a=b' }, stored: false },
    '/varies': { headers: { Vary: 'Accept-Encoding, Accept' }, stored: false },
    '/varies-by-everything': { headers: { Vary: '*' }, stored: false },
    '/private': { headers: { 'Cache-Control': 'private, max-age=60' }, stored: false },
    '/readyz': { headers: { 'Cache-Control': 'no-store' }, stored: false },
  }
  behave = ({ url = '' }, res) => {
    const { status = 200, headers } = responses[url] ?? {}
    const shared = { 'Cache-Control': 'public, s-maxage=60', Vary: 'Accept-Encoding, Cookie' }
    res.writeHead(status, { ...shared, ...headers }).end()
  }
  for (const [path, { status = 200, stored }] of Object.entries(responses)) {
    const seen = [await own.ask(path), await own.ask(path)].map((answer) => [answer.status, proxyStatus(answer)])
    expect([path, ...seen.map(([code]) => code)]).toEqual([path, status, status])
    expect([path, seen[1]?.[1] === 'proxy; hit']).toEqual([path, stored])
  }
})

it('stores scripts and styles once for all queries, and asks each instance for missing ones', async () => {
  const [file = ''] = await readdir(join(projectRoot, 'dist/client/assets'))
  const first = await ask(`/assets/${file}`)
  expect([first.status, proxyStatus(first)]).toEqual([200, 'proxy; fwd=uri-miss'])
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const again = await ask(`/assets/${file}?v=2`)
  expect([again.status, proxyStatus(again), again.text]).toEqual([200, 'proxy; hit', first.text])
  expect((await ask('/assets/of-another-build.js')).status).toBe(404)
  for (const instance of [site1, site2]) await expect.poll(instance.said).toContain('/assets/of-another-build.js')
  // An asset may be deployed a moment later.
  for (const status of [404, 200]) {
    behave = (_req, res) => void res.writeHead(status, { 'Cache-Control': 'public, max-age=0, s-maxage=60' }).end()
    expect((await own.ask('/assets/a.js')).status).toBe(status)
  }
})

it('stores one entry for all queries that a page ignores, and no picture in a size that no page uses', async () => {
  const before = await Promise.all(['pages', 'media'].map(nginx.stored))
  const picture = '/media/content/images/2026/11/b.png'
  for (let number = 0; number < 20; number += 1) {
    for (const path of [`/ai?u=${number}&page=${number}&%75=${number}`, `/ai/?u=${number}`]) await ask(path)
    for (const query of [`pa%67e=${number}`, `page=${number}&page=1`]) await ask(`/en/blog?${query}`)
    await ask(`${picture}?u=${number}`, { headers: { Accept: `image/png, image/x-${number}` } })
    await ask(picture.replace('/2026', `/size/w${number}/2026`))
  }
  const after = await Promise.all(['pages', 'media'].map(nginx.stored))
  expect(after.map((count, index) => count - Number(before[index]))).toEqual([1, 1])
})

const [hit, bypass, miss] = ['proxy; hit', 'proxy; fwd=bypass', 'proxy; fwd=uri-miss']

it.each([
  ['/blog?page=1', '/blog?utm_source=a%20b&page=01&q=', hit],
  ['/blog?page=1', '/blog?page=one', hit],
  ['/blog?page=1', '/blog?page', hit],
  ['/blog', '/blog?newsletter=invented&PAGE=2&lang=en&?page=2&a%5B%5D=1', hit],
  ['/blog', '/blog?pa%67e=2', bypass],
  ['/blog?page=1', '/blog?page=2&page=1', bypass],
  ['/blog?page=1', '/blog?page&page=2', bypass],
  ['/blog?page=1', '/blog?page=2#&page=1', bypass],
  ['/blog?page=1', '/blog?page=1&q=article', bypass],
  ['/en/contact?subject=ai', '/en/contact?form=invented&subject=ai&page=2', hit],
  ['/en/contact', '/en/contact?subject=a%69', bypass],
  ['/en/contact?subject=ai', '/en/contact?subject=other', miss],
  ['/api/posts?lang=fr', '/api/posts?u=1&lang=fr', hit],
  ['/api/posts?lang=fr&page=1', '/api/posts?page=0001&lang=fr', bypass],
  ['/api/posts?lang=fr&page=1', '/api/posts?page=a&lang=fr', hit],
  ['/api/posts?lang=fr', '/api/posts?lang=fr&lang=en', bypass],
  ['/api/posts?lang=fr', '/api/posts?lang=%66r', bypass],
  ['/api/posts/un-article?lang=fr', '/api/posts/un-article?page=2&lang=fr', hit],
  ['/rss.xml', '/rss.xml?lang=en', hit],
])('after %s, answers %s as the site does: %s', async (stored, path, status) => {
  await ask(stored)
  const answer = await ask(path)
  const direct = await askOverHttp(site1.url + path.replace('#', '%23'))
  expect([proxyStatus(answer), answer.status]).toEqual([status, direct.status])
  expect(withoutToken(answer.text)).toBe(withoutToken(direct.text))
})

/** The token of a form changes every hour. */
const withoutToken = (text: string) => text.replace(/[\w-]+\.[\w-]{20,}/g, '')

it('refreshes stale responses, and serves them meanwhile if allowed, or if no instance answers', async () => {
  let away = false
  let failing = false
  behave = (req, res) => {
    if (away) return void req.socket.destroy()
    if (failing) return void res.writeHead(503).end()
    const seconds = { '/meanwhile': 60, '/briefly': 1 }[req.url ?? ''] ?? 0
    const headers = { 'Cache-Control': `public, s-maxage=1, stale-while-revalidate=${seconds}`, ETag: '"a"' }
    res.writeHead(200, headers).end(req.headers['if-none-match'] ?? 'new')
  }
  const text = async (path: string) => (await own.ask(path)).text
  for (const path of ['/strict', '/briefly', '/meanwhile']) expect(await text(path)).toBe('new')
  await delay(3500)
  for (const path of ['/strict', '/briefly']) expect(await text(path)).toBe('"a"')
  expect(await text('/meanwhile')).toBe('new')
  await expect.poll(() => text('/meanwhile')).toBe('"a"')
  away = true
  await delay(2500)
  for (const path of ['/strict', '/meanwhile']) expect(await own.ask(path)).toMatchObject({ status: 200, text: '"a"' })
  ;[away, failing] = [false, true]
  expect(await own.ask('/strict')).toMatchObject({ status: 200, text: '"a"' })
})

it('serves stored responses if no instance is left, and answers 503 otherwise', async () => {
  const picture = '/media/content/images/2026/11/a.png'
  const articles = ['/en/blog/an-article', '/api/posts?lang=fr', '/rss.xml', '/share/fr/un-article.png']
  const stored = ['/about', ...articles, picture]
  for (const path of stored) expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect(proxyStatus(await ask(picture))).toBe('proxy; hit')
  await Promise.all([site1.end('SIGKILL'), site2.end('SIGKILL')])
  expect((await ask(picture)).headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await ask('/about')).toMatchObject({ status: 200, text: expect.stringContaining('<html lang="fr"') })
  for (const path of stored.flatMap((path) => [path, `${path}${path.includes('?') ? '&' : '?'}fbclid=1`]))
    expect([path, (await ask(path)).status]).toEqual([path, 200])
  const absent = await ask('/nothing-of-this-is-stored')
  expect(absent).toMatchObject({ status: 503, text: 'Unexpected Application Error\n' })
  expect(absent.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
  expect(absent.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(await nginx.complaints()).toContain('Connection refused')
})
