import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { listenForTest } from '../support/listen-for-test.ts'
import { startNginx } from '../support/nginx.ts'
import { type Asked, ghostHost, siteHost } from '../support/over-https.ts'

const received: IncomingMessage[] = []
const ghost = createServer((req, res) => {
  received.push(req)
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
const ofMails = [
  '/members/?token=abc&action=subscribe',
  ...[`/unsubscribe/?uuid=${uuid}&key=abc`, `/?uuid=${uuid}&key=abc&action=unsubscribe`, `/r/1a2b3c4d?m=${uuid}`],
  ...['/ghost/api/content/newsletters/?key=abc', '/assets/built/screen.css', '/content/images/2026/11/a.png'],
]
const ofEditors = [
  ...['/ghost', '/ghost/', '/ghost/api/admin/site/', '/ghost/api/content/posts/?key=abc', '/robots.txt'],
  ...['/members/api/send-magic-link/', '/members/api/integrity-token/', '/members/api/membership'],
  '/webmentions/receive/',
]
const newsletter = '/blog?newsletter='
const ofVisitors = {
  '/loi-25/': '/from-ghost/loi-25/',
  '/loi-25/?attribution_id=65a1&attribution_type=post': '/from-ghost/loi-25/',
  '/2026/11/loi-25/': '/from-ghost/2026/11/loi-25/',
  '/rss/': '/from-ghost/rss/',
  [`/p/${uuid}/`]: `/from-ghost/p/${uuid}/`,
  '/a%0d%0aSet-Cookie:b=c/': '/from-ghost/a%0d%0aSet-Cookie:b=c/',
  '/?action=subscribe&success=true': `${newsletter}success#newsletter`,
  '/?action=signup&success=true': `${newsletter}success#newsletter`,
  '/?action=subscribe&errorCode=TOKEN_EXPIRED&success=false': `${newsletter}error#newsletter`,
  '/?lang=en&action=subscribe&success=true': `/en${newsletter}success#newsletter`,
  '/?lang=en&action=subscribe&errorCode=INVALID_TOKEN&success=false': `/en${newsletter}error#newsletter`,
  '/?lang=fr&action=subscribe&success=true': `${newsletter}success#newsletter`,
  '/?lang=en&action=signin&success=true': `/en${newsletter}known#newsletter`,
  '/?lang=//evil.example&action=subscribe&success=true': `${newsletter}success#newsletter`,
  '/?action=elsewhere&success=https://evil.example': '/blog',
  '/?lang=en': '/en/blog',
  '/': '/blog',
}

it.each<[path: string, outcome: string, asked?: Asked]>([
  ...ofMails.map((path): [string, string] => [path, 'Ghost']),
  ['/members/?token=abc&action=subscribe', 'Ghost', { method: 'HEAD' }],
  [`/unsubscribe/?uuid=${uuid}&key=abc`, 'Ghost', { method: 'POST', body: 'List-Unsubscribe=One-Click' }],
  [`/members/api/member/newsletters/?uuid=${uuid}`, 'Ghost', { method: 'PUT', body: '{}' }],
  ...ofEditors.map((path): [string, string] => [path, '404']),
  ...Object.entries(ofVisitors),
])('sends strangers from Ghost’s %s to %s, and editors and the site to Ghost', async (path, outcome, asked = {}) => {
  const before = received.length
  const { status, headers } = await stranger.ask(path, { ...asked, host: ghostHost })
  if (outcome === 'Ghost') expect([status, received.at(-1)?.url]).toEqual([200, path])
  else expect(received).toHaveLength(before)
  if (outcome === '404') expect(status).toBe(404)
  if (outcome.startsWith('/')) expect([status, headers.location]).toEqual([302, `https://${siteHost}${outcome}`])
  for (const nginx of [site, editor]) expect((await nginx.ask(path, { ...asked, host: ghostHost })).status).toBe(200)
})

it('passes the client’s address to Ghost, or the visitor’s address if the site calls', async () => {
  const options = { host: ghostHost, headers: { 'X-Forwarded-For': '203.0.113.7' } }
  const receivedAddress = () => received.at(-1)?.headers['x-forwarded-for']
  await stranger.ask('/members/', options)
  expect(receivedAddress()).toBe('127.0.0.1')
  await editor.ask('/members/', options)
  expect(receivedAddress()).toBe('127.0.0.1')
  await site.ask('/members/api/send-magic-link/', { ...options, method: 'POST', body: '{}' })
  expect(receivedAddress()).toBe('203.0.113.7')
  expect(received.at(-1)?.headers).toMatchObject({ 'x-forwarded-proto': 'https', host: ghostHost })
})

const ambiguous = String.raw`/ghost/%2e%2e/content/images/x /content/images/%2E%2E/%2E%2E/ghost/ /./ghost/ /.env
  /content/images/../../ghost/ //evil.example/ /ghost//x /content/images/..%2fghost /a%5Cb /a%5cb /a\b /a/.git/config
  /.well-known/../ghost/ /.well-known/%2e%2e/ghost/ /a.html#b /a/.?b`.split(/\s+/)

it('refuses ambiguous paths on both hosts, from everyone', async () => {
  const before = received.length
  for (const path of ambiguous) {
    const answers = [stranger, site, editor].flatMap((nginx) =>
      [ghostHost, siteHost].map((host) => nginx.ask(path, { host })),
    )
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect([path, ...statuses]).toEqual([path, ...answers.map(() => 400)])
  }
  expect(received).toHaveLength(before)
})

it.each(['/.well-known/security.txt', '/from-ghost?u=https://x/../%2e%2f%5c', '/a.b/c..d/e.', '/%252e%252e/'])(
  'accepts %s on both hosts',
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
    expect(received.at(-1)).toMatchObject({ url: path, headers: { host: ghostHost, 'content-length': '307200' } })
    for (const nginx of [stranger, site])
      expect([path, (await nginx.ask(path, kilobytes(129))).status]).toEqual([path, 413])
  }
  expect((await stranger.ask('/members/api/member/', kilobytes(127))).status).toBe(200)
  const announced = { host: ghostHost, method: 'POST', headers: { 'Content-Length': String(101 * 2 ** 20) } }
  expect((await editor.ask('/ghost/', announced)).status).toBe(413)
  expect(await editor.accessLog()).toContain('"path":"/ghost/api/admin/images/upload/"')
})
