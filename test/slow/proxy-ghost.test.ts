import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { listenForTest } from '../support/listen-for-test.ts'
import { startNginx } from '../support/nginx.ts'
import { type Asked, ghostHost, siteHost } from '../support/over-https.ts'

const heard: IncomingMessage[] = []
const ghost = createServer((req, res) => {
  heard.push(req)
  res.end('Ghost')
})
const listening = await listenForTest(ghost)
const GHOST_ADDRESS = new URL(listening.url).host
const noSite = ['127.0.0.1:1', '127.0.0.1:1'] as const
const us = '127.0.0.1/32'
// For the same nginx, this machine is a stranger, the site or an editor.
const stranger = await startNginx(noSite, { GHOST_ADDRESS })
const site = await startNginx(noSite, { GHOST_ADDRESS, SITE_NETWORK: us })
const editor = await startNginx(noSite, { GHOST_ADDRESS, EDITORS_NETWORK: us })
afterAll(async () => {
  for (const started of [stranger, site, editor, listening]) await started[Symbol.asyncDispose]()
})

const uuid = '11111111-1111-4111-8111-111111111111'

it.each<[string, Asked]>([
  ['/members/?token=abc&action=subscribe', {}],
  ['/members/?token=abc&action=subscribe', { method: 'HEAD' }],
  [`/unsubscribe/?uuid=${uuid}&key=abc`, {}],
  [`/unsubscribe/?uuid=${uuid}&key=abc`, { method: 'POST', body: 'List-Unsubscribe=One-Click' }],
  [`/?uuid=${uuid}&key=abc&action=unsubscribe`, {}],
  [`/members/api/member/newsletters/?uuid=${uuid}`, { method: 'PUT', body: '{}' }],
  ['/ghost/api/content/newsletters/?key=abc', {}],
  ['/assets/built/screen.css', {}],
  [`/r/1a2b3c4d?m=${uuid}`, {}],
  ['/content/images/2026/11/a.png', {}],
])('passes on what Ghost’s mails lead to: %s', async (path, asked) => {
  const { status } = await stranger.ask(path, { ...asked, host: ghostHost })
  expect([status, heard.at(-1)?.url]).toEqual([200, path])
})

it.each([
  ...['/ghost/', '/ghost/api/admin/site/', '/ghost/api/content/posts/?key=abc'],
  '/members/api/send-magic-link/',
  ...['/members/api/integrity-token/', '/members/api/membership', '/ghost', '/webmentions/receive/', '/robots.txt'],
])('has %s for editors and for the site, not for strangers', async (path) => {
  const before = heard.length
  expect((await stranger.ask(path, { host: ghostHost })).status).toBe(404)
  expect(heard).toHaveLength(before)
  for (const nginx of [site, editor]) expect((await nginx.ask(path, { host: ghostHost })).status).toBe(200)
})

it.each([
  ['/loi-25/', '/loi-25/'],
  ['/loi-25/?attribution_id=65a1&attribution_type=post', '/loi-25/'],
  ['/2026/11/loi-25/', '/2026/11/loi-25/'],
  ['/rss/', '/rss/'],
  [`/p/${uuid}/`, `/p/${uuid}/`],
  ['/a%0d%0aSet-Cookie:b=c/', '/a%0d%0aSet-Cookie:b=c/'],
])('redirects from Ghost’s page %s to the site, but only strangers', async (path, rest) => {
  const before = heard.length
  const { status, headers } = await stranger.ask(path, { host: ghostHost })
  expect([status, headers.location]).toEqual([302, `https://${siteHost}/from-ghost${rest}`])
  expect(heard).toHaveLength(before)
  for (const nginx of [site, editor]) expect((await nginx.ask(path, { host: ghostHost })).status).toBe(200)
})

it.each([
  ['/?action=subscribe&success=true', '/blog?newsletter=success#newsletter'],
  ['/?action=signup&success=true', '/blog?newsletter=success#newsletter'],
  ['/?action=subscribe&errorCode=TOKEN_EXPIRED&success=false', '/blog?newsletter=error#newsletter'],
  ['/?lang=en&action=subscribe&success=true', '/en/blog?newsletter=success#newsletter'],
  ['/?lang=en&action=subscribe&errorCode=INVALID_TOKEN&success=false', '/en/blog?newsletter=error#newsletter'],
  ['/?lang=fr&action=subscribe&success=true', '/blog?newsletter=success#newsletter'],
  ['/?lang=en&action=signin&success=true', '/en/blog?newsletter=known#newsletter'],
  ['/?lang=//evil.example&action=subscribe&success=true', '/blog?newsletter=success#newsletter'],
  ['/?action=elsewhere&success=https://evil.example', '/blog'],
  ['/?lang=en', '/en/blog'],
  ['/', '/blog'],
])('redirects from Ghost’s home page %s to the site, %s', async (path, landing) => {
  const { status, headers } = await stranger.ask(path, { host: ghostHost })
  expect([status, headers.location]).toEqual([302, `https://${siteHost}${landing}`])
})

it('passes on the client’s address to Ghost, and for calls of the site the visitor’s', async () => {
  const asked = { host: ghostHost, headers: { 'X-Forwarded-For': '203.0.113.7' } }
  const addressHeard = () => heard.at(-1)?.headers['x-forwarded-for']
  await stranger.ask('/members/', asked)
  expect(addressHeard()).toBe('127.0.0.1')
  await editor.ask('/members/', asked)
  expect(addressHeard()).toBe('127.0.0.1')
  await site.ask('/members/api/send-magic-link/', { ...asked, method: 'POST', body: '{}' })
  expect(addressHeard()).toBe('203.0.113.7')
  expect(heard.at(-1)?.headers).toMatchObject({ 'x-forwarded-proto': 'https', host: ghostHost })
})

const ambiguous = [
  ...[
    '/ghost/%2e%2e/content/images/x',
    '/content/images/%2E%2E/%2E%2E/ghost/',
    '/content/images/../../ghost/',
    '/./ghost/',
  ],
  ...[
    '//evil.example/',
    '/ghost//x',
    '/content/images/..%2fghost',
    '/a%5Cb',
    '/a%5cb',
    '/a\\b',
    '/.env',
    '/a/.git/config',
  ],
  ...['/.well-known/../ghost/', '/.well-known/%2e%2e/ghost/', '/a.html#b', '/a/.?b'],
]

it.each(ambiguous)('rejects %s under both names, from everyone', async (path) => {
  const before = heard.length
  const asked = [stranger, site, editor].flatMap((nginx) =>
    [ghostHost, siteHost].map((host) => nginx.ask(path, { host })),
  )
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 400))
  expect(heard).toHaveLength(before)
})

it.each(['/.well-known/security.txt', '/from-ghost?u=https://x/../%2e%2f%5c', '/a.b/c..d/e.', '/%252e%252e/'])(
  'accepts %s under both names',
  async (path) => {
    expect((await editor.ask(path, { host: ghostHost })).status).toBe(200)
    // There is no instance.
    expect((await editor.ask(path)).status).toBe(503)
  },
)

it('accepts uploads of up to 100 MB from editors, and of 128 KB from everyone else', async () => {
  const kilobytes = (count: number) => ({ host: ghostHost, method: 'POST', body: 'a'.repeat(count * 1024) })
  for (const path of ['/ghost/api/admin/images/upload/', '/members/api/member/', '/', '/a.js']) {
    expect([path, (await editor.ask(path, kilobytes(300))).status]).toEqual([path, 200])
    expect(heard.at(-1)).toMatchObject({ url: path, headers: { host: ghostHost, 'content-length': '307200' } })
    for (const nginx of [stranger, site])
      expect([path, (await nginx.ask(path, kilobytes(129))).status]).toEqual([path, 413])
  }
  expect((await stranger.ask('/members/api/member/', kilobytes(127))).status).toBe(200)
  const announced = { host: ghostHost, method: 'POST', headers: { 'Content-Length': String(101 * 2 ** 20) } }
  expect((await editor.ask('/ghost/', announced)).status).toBe(413)
  expect(await editor.accessLog()).toContain('"path":"/ghost/api/admin/images/upload/"')
})
