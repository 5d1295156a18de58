import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { rawRequest } from '../support/raw-request.ts'
import { documentHeaders } from '../support/security-headers.ts'

const https = { SITE_URL: 'https://www.site.example' }
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Headers of a built file, which is not a document. */
const file = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const shownElsewhere = { ...file, 'cross-origin-resource-policy': 'cross-origin' }
/** Headers of files that other sites and feed readers show. */
const embeddable = { ...documentHeaders, 'cross-origin-resource-policy': 'cross-origin' }
/** Headers of files that programs of other sites read, such as feed readers in a browser. */
const readable = { ...embeddable, 'access-control-allow-origin': '*' }

type Row = {
  path: string
  status: number
  method?: string
  headers?: Record<string, string>
  expected?: object
}

const rows: Row[] = [
  { path: '/blog/un-article', status: 200 },
  // No other row renders these pages.
  { path: '/archiving', status: 200, method: 'HEAD' },
  { path: '/about', status: 304, headers: { 'If-None-Match': '*' } },
  { path: '/%', status: 400 },
  { path: '/nothing', status: 404 },
  { path: '/ai', status: 405, method: 'POST' },
  { path: '/', status: 405, method: 'TRACE' },
  { path: '/fr/ai', status: 302 },
  { path: '/ai/', status: 301 },
  { path: '/favicon.svg', status: 200, expected: shownElsewhere },
  { path: '/share/fr-home.png', status: 200, expected: shownElsewhere },
  { path: '/share/fr-home.png', status: 304, headers: { 'If-None-Match': '*' }, expected: shownElsewhere },
  { path: '/assets/nothing.js', status: 404 },
  { path: '/media/content/images/photo.png', status: 200, expected: embeddable },
  { path: '/media/content/files/none.pdf', status: 404, expected: embeddable },
  { path: '/media/elsewhere', status: 404 },
  { path: '/media/content/images/photo.png', status: 405, method: 'POST' },
  { path: '/api/posts?lang=fr', status: 200 },
  { path: '/api/posts', status: 400 },
  { path: '/api/posts/un-article?lang=fr', status: 200 },
  { path: '/api/posts/nothing?lang=fr', status: 404 },
  { path: '/api/search?lang=fr&q=titre', status: 200 },
  { path: '/blog?q=titre', status: 200 },
  { path: '/api/contact/check', status: 200 },
  { path: '/api/newsletter', status: 422, method: 'POST', headers: { ...json, 'Content-Length': '2' } },
  { path: '/api/newsletter', status: 415, method: 'POST', headers: { 'Content-Length': '2', 'Content-Type': 'a/b' } },
  { path: '/api/newsletter', status: 403, method: 'POST', headers: { ...json, 'Sec-Fetch-Site': 'cross-site' } },
  { path: '/api/contact', status: 303, method: 'POST', headers: { ...form, 'Content-Length': '2' } },
  { path: '/language', status: 413, method: 'POST', headers: { ...form, 'Content-Length': '20000' } },
  { path: '/webhooks/ghost', status: 401, method: 'POST', headers: json },
  { path: '/preview/4e0a3b9c-8a3f-4d53-a3c4-1a2b3c4d5e6f', status: 404 },
  { path: '/healthz', status: 200 },
  ...'/rss.xml /feed.json /opensearch.xml /sitemap.xml /robots.txt /.well-known/security.txt'
    .split(' ')
    .map((path) => ({ path, status: 200, expected: readable })),
]

const { site } = await shareSiteWithGhost(posts, { ...https, GHOST_WEBHOOK_SECRET: 'the webhook’s secret' })

it.each(rows)('sends all its security headers with $status to $path', async (row) => {
  const { path, status, method = 'GET', headers, expected = documentHeaders } = row
  const body = 'x'.repeat(Number(headers?.['Content-Length'] ?? 0)).replace(/^x{2}$/, '{}')
  // The first response is rendered, the second comes from the cache, the third from the fast path.
  for (const _time of ['first', 'second', 'third']) {
    const answer = await rawRequest(site.url, path, { method, headers, body })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(expected)
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(answer.headers).not.toHaveProperty('server')
    if (expected !== readable) expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

it('sends them when something fails', async () => {
  const now = () => {
    throw new Error('the clock is broken')
  }
  await using site = await startSite(https, { now, uptime: () => performance.now() })
  const { status, headers } = await rawRequest(site.url, '/ai')
  expect(status).toBe(500)
  expect(headers).toMatchObject(documentHeaders)
})

it('sends them while the CMS fails', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, https)
  ghost.state.behaviour = 'answers 500'
  for (const path of ['/blog', '/blog/un-article', '/api/posts?lang=fr']) {
    expect((await rawRequest(site.url, path)).headers).toMatchObject(documentHeaders)
  }
})
