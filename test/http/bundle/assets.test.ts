import { expect, it } from 'vitest'
import { shareSite } from '../../support/share-site.ts'
import { pathsIn } from '../support/addresses.ts'
import { assetsOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'

const site = await shareSite()
const ask = (path: string, headers = {}) => rawRequest(site.url, path, { headers })

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

it('sends files of pages compressed and immutable, without the policy of documents', async () => {
  const pages = await Promise.all(pathsIn('fr').map((path) => ask(path)))
  const assets = [...new Set(pages.flatMap(({ body }) => assetsOf(body.toString())))]
  expect(new Set(assets.map((asset) => asset.split('.').at(-1)))).toEqual(new Set(Object.keys(types)))
  for (const asset of assets) {
    const kind = asset.split('.').at(-1) ?? ''
    const { status, headers } = await ask(asset, { 'Accept-Encoding': 'gzip, br' })
    expect([asset, status]).toEqual([asset, 200])
    expect(asset).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': types[kind],
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    for (const name of ['set-cookie', 'permissions-policy']) expect(headers).not.toHaveProperty(name)
    // Firefox preloads a font with compression and loads it without: with `Vary` it would fetch the font twice.
    expect(headers.vary).toBe(kind === 'woff2' ? undefined : 'Accept-Encoding')
    const { length } = (await ask(asset)).body
    if (length >= 1024) expect(headers['content-encoding']).toBe(kind === 'woff2' ? undefined : 'br')
  }
  const icon = await ask('/favicon.svg')
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(icon.headers['cache-control']).toBe('public, max-age=86400')
})

it.each([
  ...['/assets/entry-client-00000000.js', '/assets/', '/assets/nothing.css', '/assets/nothing'].map((path) => ({
    ...{ path, accept: undefined, status: 404 },
  })),
  { path: '/assets/nothing.js', accept: 'text/html,*/*;q=0.8', status: 404 },
  { path: '/assets/', accept: 'text/html', status: 404 },
  { path: '/assets/%', accept: '*/*', status: 400 },
  { path: '/assets/%c0%af.js', accept: 'text/html', status: 400 },
])('answers $path with $status, and with a page only if Accept is not missing: $accept', async (row) => {
  const { status, headers, body } = await ask(row.path, row.accept === undefined ? {} : { Accept: row.accept })
  expect([status, headers['cache-control']]).toEqual([row.status, 'no-store'])
  if (row.accept === undefined) {
    // No browser interprets it as a page or a script.
    expect(headers['content-type']).not.toMatch(/html|javascript|css/)
    expect(body.toString()).not.toContain('<')
  } else {
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.toString()).toMatch(/<meta name="robots" content="noindex.*Unexpected Application Error/s)
  }
})
