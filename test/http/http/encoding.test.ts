import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { rawRequest } from '../support/raw-request.ts'

// One path for each kind of response. See same-headers.test.ts for the tags of every page, and 304.
const paths = ['/blog/un-article', '/nothing', '/api/posts?lang=fr', '/favicon.svg']
const restored = { br: brotliDecompressSync, gzip: gunzipSync }

const { site } = await shareSiteWithGhost(posts)

// See server/http/content-encoding.test.ts for the best encoding.
it.each([
  { accept: undefined, encoding: undefined },
  { accept: 'gzip, deflate, br, zstd', encoding: 'br' },
  { accept: 'br;q=0, gzip', encoding: 'gzip' },
  // The uncompressed page is sent even if nothing is acceptable.
  { accept: '*;q=0', encoding: undefined },
] as const)('sends $encoding if the client accepts "$accept"', async ({ accept, encoding }) => {
  const plain = await rawRequest(site.url, '/ai')
  const headers = accept === undefined ? {} : { 'Accept-Encoding': accept }
  const answer = await rawRequest(site.url, '/ai', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  const body = encoding === undefined ? answer.body : restored[encoding](answer.body)
  expect(body.toString()).toBe(plain.body.toString())
})

it.each(paths)('sends %s compressed if accepted, and tags each encoding', async (path) => {
  const plain = await rawRequest(site.url, path)
  const tags = new Set([plain.headers.etag])
  expect(plain.headers['content-length']).toBe(String(plain.body.length))
  expect(plain.headers.vary).toMatch(/^Accept-Encoding/)
  for (const encoding of ['br', 'gzip'] as const) {
    const answer = await rawRequest(site.url, path, { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.body.length).toBeLessThan(plain.body.length)
    expect(restored[encoding](answer.body)).toEqual(plain.body)
    expect(answer.headers.vary).toBe(plain.headers.vary)
    tags.add(answer.headers.etag)
  }
  expect(tags.size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
})

it.each(
  ['/blog/un-article', '/api/posts?lang=fr', '/favicon.svg'].flatMap((path) =>
    ['br', 'gzip', 'identity'].map((encoding) => ({ path, encoding })),
  ),
)(
  'answers 304 to a client that has $path in $encoding, and 200 to one that has another',
  async ({ path, encoding }) => {
    const ask = (headers: Record<string, string>) => rawRequest(site.url, path, { headers })
    const full = await ask({ 'Accept-Encoding': encoding })
    const { etag = '' } = full.headers
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask({ 'Accept-Encoding': encoding, 'If-None-Match': held })
      expect([held, answer.status]).toEqual([held, 304])
      expect(answer.body).toHaveLength(0)
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect([name, answer.headers[name]]).toEqual([name, full.headers[name]])
        expect(full.headers[name]).toBeDefined()
      }
    }
    const other = await ask({ 'Accept-Encoding': encoding === 'br' ? 'gzip' : 'br', 'If-None-Match': etag })
    expect(other.status).toBe(200)
    expect((await ask({ 'Accept-Encoding': encoding, 'If-None-Match': '"other"' })).status).toBe(200)
  },
)

it.each(paths)('answers HEAD of %s with the headers of GET and no body', async (path) => {
  const ask = (method: string) =>
    rawRequest(site.url, path, { method, headers: { 'Accept-Encoding': 'gzip', 'X-Request-Id': 'a' } })
  await ask('GET')
  const [get, head] = [await ask('GET'), await ask('HEAD')]
  expect(head.status).toBe(get.status)
  expect(head.body).toHaveLength(0)
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

it('answers 404 with a body, whatever the client has', async () => {
  const { headers } = await rawRequest(site.url, '/nothing')
  const again = await rawRequest(site.url, '/nothing', { headers: { 'If-None-Match': headers.etag ?? '' } })
  expect(again.status).toBe(404)
  expect(again.body.length).toBeGreaterThan(0)
})
