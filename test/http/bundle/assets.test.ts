import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSite } from '../../support/share-site.ts'
import { pathsIn } from '../support/addresses.ts'
import { assetsOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'

// See encoding.test.ts for HEAD and 304, which are the same for all built files.
const site = await shareSite()

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

it('caches hashed files for ever, compresses texts, and sends no policy of documents', async () => {
  const pages = await Promise.all(pathsIn('fr').map((path) => request(site.app).get(path)))
  const assets = [...new Set(pages.flatMap(({ text }) => assetsOf(text)))]
  const kinds = new Set(assets.map((asset) => asset.split('.').at(-1)))
  expect(kinds).toEqual(new Set(['js', 'css', 'woff2', 'svg']))
  for (const asset of assets) {
    const kind = asset.split('.').at(-1) ?? ''
    const answer = await rawRequest(site.url, asset, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect([asset, answer.status]).toEqual([asset, 200])
    expect(asset).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': types[kind],
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    for (const name of ['set-cookie', 'permissions-policy']) expect(answer.headers).not.toHaveProperty(name)
    // Firefox preloads a font with compression and loads it without. With `Vary` it would fetch it twice.
    expect(answer.headers.vary).toBe(kind === 'woff2' ? undefined : 'Accept-Encoding')
    const plain = await rawRequest(site.url, asset)
    const isSmall = plain.body.length < 1024
    if (!isSmall) expect(answer.headers['content-encoding']).toBe(kind === 'woff2' ? undefined : 'br')
  }
})

const absent = ['/assets/entry-client-00000000.js', '/assets/', '/assets/nothing.css', '/assets/nothing']

it.each(absent)('answers the missing file %s with a 404 that is neither a page nor a script', async (path) => {
  const answer = await rawRequest(site.url, path)
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).not.toMatch(/html|javascript|css/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body.toString()).not.toContain('<')
})

it.each([
  { path: '/assets/nothing.js', accept: 'text/html,*/*;q=0.8', status: 404 },
  { path: '/assets/', accept: 'text/html', status: 404 },
  { path: '/assets/%', accept: '*/*', status: 400 },
  { path: '/assets/%c0%af.js', accept: 'text/html', status: 400 },
])('shows the error screen with $status for $path if Accept is $accept', async ({ path, accept, status }) => {
  const answer = await rawRequest(site.url, path, { headers: { Accept: accept } })
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body.toString()).toMatch(/<meta name="robots" content="noindex.*Unexpected Application Error/s)
})

it('lets caches keep the icon for a day, since it may change', async () => {
  const answer = await request(site.app).get('/favicon.svg')
  expect(answer.status).toBe(200)
  expect(answer.get('Content-Type')).toBe('image/svg+xml')
  expect(answer.get('Cache-Control')).toBe('public, max-age=86400')
})
