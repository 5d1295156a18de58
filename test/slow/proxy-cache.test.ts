import { readdir } from 'node:fs/promises'
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
import { startInstance } from '../http/support/played-instance.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them, and each has pages of its own.
const behind = await startBehindProxy({ BLOG_PAGE_SIZE: '1' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, nginx, site1, site2, ghost } = behind

const proxyStatus = (answer: Awaited<ReturnType<typeof ask>>) =>
  String(answer.headers['cache-status']).split(', ').at(-1)

const languageIn = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

const cookies = [
  ...['', 'i18next=en', 'i18next=fr', 'other=1; i18next=en', 'i18next=en; other=1', 'i18next=fr; i18next=en'],
  ...['i18next=en; i18next=fr', 'i18next=EN', 'i18next=english', 'xi18next=en', 'x=i18next=en', 'i18next='],
  ...['i18next="en"', ';i18next=en', 'a=1;i18next=en;b=2', 'i18next=en\t', 'a;\ti18next=en', 'I18NEXT=en'],
]

it('stores a page for each language if the URL has no prefix, and never sends the wrong one, whatever the cookies', async () => {
  const made: string[] = []
  for (const round of [1, 2]) {
    for (const cookie of cookies) {
      for (const path of ['/archiving', '/en/archiving', '/security/architecture?i18next=en']) {
        const headers: Record<string, string> = cookie === '' ? {} : { Cookie: cookie }
        const answer = await ask(path, { headers })
        const direct = await askOverHttp(site1.url + path, { headers })
        expect([round, cookie, path, languageIn(answer.text)]).toEqual([round, cookie, path, languageIn(direct.text)])
        const status = proxyStatus(answer)
        if (!status?.endsWith('; hit')) made.push(`${path} ${languageIn(answer.text)} ${status?.split('; ').at(-1)}`)
      }
    }
  }
  expect(made.sort()).toEqual([
    '/archiving en fwd=uri-miss',
    '/archiving fr fwd=uri-miss',
    '/en/archiving en fwd=uri-miss',
    '/security/architecture?i18next=en en fwd=uri-miss',
    '/security/architecture?i18next=en fr fwd=uri-miss',
  ])
})

it.each([
  ...['\xa0', '\x85', '\xff', '\x0b', '\x0c', '\x1f', '\t', ' ', '"', '\xc2\xa0'].flatMap((strange) => [
    `i18next=en${strange}`,
    `${strange}i18next=en`,
    `a=b; ${strange}i18next=en`,
    `a=b;${strange}i18next=fr; i18next=en`,
    `i18next${strange}=en`,
    `i18next=${strange}en`,
  ]),
  'I18NEXT=en',
  'i18next=en; i18next=en',
])('keys a page by the language that it is in, whatever the cookie: %j', async (cookie) => {
  const path = `/nothing/${encodeURIComponent(cookie)}`
  const fields = ['Connection: close', `Cookie: ${cookie}`, '', '']
  const lines = Buffer.from([`GET ${path} HTTP/1.1`, `Host: ${siteHost}`, ...fields].join('\r\n'), 'latin1')
  const { hostname, port } = new URL(site1.url)
  const direct = await answerTo(connect(Number(port), hostname), lines)
  const asked = connectSecurely({ host: '127.0.0.1', port: nginx.https, ca: nginx.certificate, servername: siteHost })
  const answer = await answerTo(asked, lines)
  // Node rejects control characters, and nginx passes on its response.
  expect([answer.slice(9, 12), languageIn(answer)]).toEqual([direct.slice(9, 12), languageIn(direct)])
  expect(languageIn((await ask(path)).text)).toBe('fr')
  expect(languageIn((await ask(path, { headers: { Cookie: 'i18next=en' } })).text)).toBe('en')
})

/** The bytes that come back until the connection closes. */
function answerTo(socket: Socket, request: Buffer): Promise<string> {
  // The connection stays open: nginx treats a client that ended its side as disconnected.
  socket.write(request)
  return text(socket)
}

it('sends the language of the key as the first cookie, and the other cookies unchanged', async () => {
  const cookies: (string | undefined)[] = []
  await using instance = await startInstance((req, res) => {
    cookies.push(req.headers.cookie)
    res.end()
  })
  await using own = await startNginx([instance.place, instance.place])
  const many = `${'a; '.repeat(2000)}i18next=en`
  for (const cookie of ['', 'a=b', 'a=b; i18next=en', 'i18next=de; i18next=en', many]) {
    await own.ask('/a', cookie === '' ? {} : { headers: { Cookie: cookie } })
  }
  expect(cookies).toEqual([
    'i18next=fr',
    'i18next=fr; a=b',
    'i18next=en; a=b; i18next=en',
    'i18next=fr; i18next=de; i18next=en',
    `i18next=en; ${many}`,
  ])
})

it.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.8', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['brotli, xgzip', undefined],
  ['', undefined],
])('answers Accept-Encoding "%s" with %s, stored or not', async (accepted, encoding) => {
  for (const _time of [1, 2]) {
    const { headers } = await ask('/security/vulnerability', { headers: { 'Accept-Encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
  }
})

it.each([
  ['what sets a cookie', '/fr/about', 302],
  ['what is one visitor’s own', '/contact?form=invalid', 200],
  ['an address that was refused', '/blog?newsletter=invalid', 200],
  ['the bot check', '/api/contact/check', 200],
  ['the newsletter’s', '/api/newsletter/check', 200],
  ['what is asked wrongly', '/api/posts?lang=de', 400],
  ['whether an instance is ready', '/readyz', 200],
])('stores nothing of %s', async (_what, path, status) => {
  for (const _time of [1, 2]) {
    const answer = await ask(path)
    expect([answer.status, proxyStatus(answer)]).toEqual([status, expect.not.stringContaining('hit')])
  }
})

it('stores a 404 as long as the site says, and errors not at all', async () => {
  for (const expected of ['proxy; fwd=uri-miss', 'proxy; hit']) {
    const answer = await ask('/blog/nothing-has-this-name')
    expect([answer.status, proxyStatus(answer)]).toEqual([404, expected])
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60')
  }
  ghost.state.behaviour = 'answers 500'
  for (const _time of [1, 2]) {
    const answer = await ask('/blog/an-unread-one')
    expect([answer.status, proxyStatus(answer)]).toEqual([503, 'proxy; fwd=uri-miss'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  ghost.state.behaviour = 'well'
})

it.each<[string, Record<string, string>]>([
  ['a cookie', { 'Set-Cookie': 'a=b' }],
  ['an answer that depends on more', { Vary: 'Accept-Encoding, Accept' }],
  ['an answer that depends on everything', { Vary: '*' }],
  ['an answer of one visitor', { 'Cache-Control': 'private, max-age=60' }],
])('stores no page with %s, whatever its lifetime', async (_what, headers) => {
  await using instance = await startInstance((_req, res) => {
    res.writeHead(200, { 'Cache-Control': 'public, s-maxage=60', Vary: 'Accept-Encoding, Cookie', ...headers }).end()
  })
  await using own = await startNginx([instance.place, instance.place])
  for (const _time of [1, 2]) await own.ask('/a')
  expect(instance.asked).toEqual(['GET /a', 'GET /a'])
})

it('revalidates a stale page while it shows it, within its stale time, and beyond it if no instance answers', async () => {
  let away = false
  let failing = false
  await using instance = await startInstance((req, res) => {
    if (away) return void req.socket.destroy()
    if (failing) return void res.writeHead(503).end()
    const seconds = { '/meanwhile': 60, '/briefly': 1 }[req.url ?? ''] ?? 0
    const headers = { 'Cache-Control': `public, s-maxage=1, stale-while-revalidate=${seconds}`, ETag: '"a"' }
    res.writeHead(200, headers).end(req.headers['if-none-match'] ?? 'new')
  })
  await using own = await startNginx([instance.place, instance.place])
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

it('stores the scripts and styles of a build', async () => {
  const [file = ''] = await readdir(join(projectRoot, 'dist/client/assets'))
  const first = await ask(`/assets/${file}`)
  expect([first.status, proxyStatus(first)]).toEqual([200, 'proxy; fwd=uri-miss'])
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const again = await ask(`/assets/${file}`)
  expect([again.status, proxyStatus(again), again.text]).toEqual([200, 'proxy; hit', first.text])
  expect((await ask('/assets/of-another-build.js')).status).toBe(404)
  // Each instance was asked.
  for (const instance of [site1, site2]) await expect.poll(instance.said).toContain('/assets/of-another-build.js')
})

it('stores an asset once for all queries, and a missing one not at all', async () => {
  let isDeployed = false
  await using instance = await startInstance((_req, res) => {
    res.writeHead(isDeployed ? 200 : 404, { 'Cache-Control': 'public, max-age=0, s-maxage=60' }).end()
  })
  await using own = await startNginx([instance.place, instance.place])
  expect((await own.ask('/assets/a.js')).status).toBe(404)
  isDeployed = true
  expect((await own.ask('/assets/a.js')).status).toBe(200)
  expect(await own.ask('/assets/a.js?v=2')).toMatchObject({ status: 200, headers: { 'cache-status': 'proxy; hit' } })
})

it('stores one entry for all queries that a page ignores, and one picture for each size that pages name', async () => {
  const invented = Array.from({ length: 20 }, (_, number) => number)
  const before = await Promise.all(['pages', 'media'].map(nginx.stored))
  const picture = '/media/content/images/2026/11/b.png'
  for (const number of invented) {
    await ask(`/ai?u=${number}&page=${number}&%75=${number}`)
    await ask(`/ai/?u=${number}`)
    await ask(`/en/blog?pa%67e=${number}`)
    await ask(`/en/blog?page=${number}&page=1`)
    await ask(`${picture}?u=${number}`, { headers: { Accept: `image/png, image/x-${number}` } })
    await ask(picture.replace('/2026', `/size/w${number}/2026`))
  }
  const after = await Promise.all(['pages', 'media'].map(nginx.stored))
  expect(after.map((count, index) => count - Number(before[index]))).toEqual([1, 1])
})

const hit = 'proxy; hit'
const bypass = 'proxy; fwd=bypass'

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
  ['/en/contact?subject=ai', '/en/contact?subject=other', 'proxy; fwd=uri-miss'],
  ['/api/posts?lang=fr', '/api/posts?u=1&lang=fr', hit],
  ['/api/posts?lang=fr&page=1', '/api/posts?page=0001&lang=fr', bypass],
  ['/api/posts?lang=fr&page=1', '/api/posts?page=a&lang=fr', hit],
  ['/api/posts?lang=fr', '/api/posts?lang=fr&lang=en', bypass],
  ['/api/posts?lang=fr', '/api/posts?lang=%66r', bypass],
  ['/api/posts/un-article?lang=fr', '/api/posts/un-article?page=2&lang=fr', hit],
  ['/rss.xml', '/rss.xml?lang=en', hit],
])('after %s, answers %s as the site does', async (stored, path, status) => {
  await ask(stored)
  const answer = await ask(path)
  const direct = await askOverHttp(site1.url + path.replace('#', '%23'))
  expect(proxyStatus(answer)).toBe(status)
  expect([answer.status, withoutToken(answer.text)]).toEqual([direct.status, withoutToken(direct.text)])
})

/** The token of a form changes every hour. */
const withoutToken = (text: string) => text.replace(/[\w-]+\.[\w-]{20,}/g, '')

it('sends stored responses if no instance is left, and otherwise 503', async () => {
  const picture = '/media/content/images/2026/11/a.png'
  const stored = [
    '/about',
    '/en/blog/an-article',
    '/api/posts?lang=fr',
    '/rss.xml',
    '/share/fr/un-article.png',
    picture,
  ]
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
