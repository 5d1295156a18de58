import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { rawRequest } from '../support/raw-request.ts'

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
const encodings = ['br', 'gzip', 'identity'] as const

const { site } = await shareSiteWithGhost(posts)

// One path of each kind of response.
it.each([
  { path: '/blog/un-article', status: 200 },
  { path: '/nothing', status: 404 },
  { path: '/api/posts?lang=fr', status: 200 },
  { path: '/favicon.svg', status: 200 },
])('sends $path in the encoding that the client accepts, with a tag of its own', async ({ path, status }) => {
  const ask = (headers: Record<string, string>, method = 'GET') => rawRequest(site.url, path, { method, headers })
  await ask({})
  const plain = await ask({})
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.vary).toMatch(/^Accept-Encoding/)
  // The plain body is sent even if nothing is acceptable.
  expect((await ask({ 'Accept-Encoding': '*;q=0' })).body).toEqual(plain.body)
  const tags = new Set<string>()
  for (const encoding of encodings) {
    const accept = { 'Accept-Encoding': encoding, 'X-Request-Id': 'a' }
    const full = await ask(accept)
    const { etag = '', vary } = full.headers
    tags.add(etag)
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    expect([full.status, full.headers['content-encoding'] ?? 'identity', vary]).toEqual([
      ...[status, encoding, plain.headers.vary],
    ])
    expect(full.headers['content-length']).toBe(String(full.body.length))
    expect(decoders[encoding](full.body)).toEqual(plain.body)
    if (encoding !== 'identity') expect(full.body.length).toBeLessThan(plain.body.length)

    const head = await ask(accept, 'HEAD')
    expect([head.status, head.body.length]).toEqual([status, 0])
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' })

    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask({ ...accept, 'If-None-Match': held })
      // An error is always sent in full.
      expect([held, again.status, again.body.length > 0]).toEqual([
        held,
        ...(status === 200 ? [304, false] : [404, true]),
      ])
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect(full.headers[name]).toBeDefined()
        expect([name, again.headers[name]]).toEqual([name, full.headers[name]])
      }
    }
    const other = encoding === 'br' ? 'gzip' : 'br'
    expect((await ask({ 'Accept-Encoding': other, 'If-None-Match': etag })).status).toBe(status)
    expect((await ask({ ...accept, 'If-None-Match': '"other"' })).status).toBe(status)
  }
  expect(tags.size).toBe(3)
  expect(tags).toContain(plain.headers.etag)
})
