import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encode, negotiate } from './content-encoding.ts'

const html = 'text/html; charset=utf-8'
const page = '<!DOCTYPE html><p>Été à l’île</p>'.repeat(50)

it.each([
  // No field at all.
  [undefined, 'identity'],
  // The examples of RFC 9110 §12.5.3.
  ['compress, gzip', 'gzip'],
  ['', 'identity'],
  ['*', 'br'],
  ['compress;q=0.5, gzip;q=1.0', 'gzip'],
  ['gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'],
  // Browsers and tools.
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, zstd', 'identity'],
  // Equal weights, and nothing acceptable; see negotiation.property.test.ts for all weights.
  ['gzip,br', 'br'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['br ; q=0.000 , gzip ; q=0.001', 'gzip'],
  ['identity;q=0', null],
  ['*;q=0', null],
  // Old names, case and spaces.
  ['x-gzip', 'gzip'],
  ['X-GZIP;Q=0.5', 'gzip'],
  ['BR', 'br'],
  ['  gzip ; q=1 ,  br ; q=0.2 ', 'gzip'],
  // Malformed: does not throw, and sends nothing that was not requested.
  [',,;;,', 'identity'],
  ['gzip;q=', 'identity'],
  ['gzip;q=-1', 'identity'],
  ['brotli', 'identity'],
  ['__proto__, constructor', 'identity'],
])('a client that accepts %j gets %j', (accept, encoding) => {
  expect(negotiate(accept)).toBe(encoding)
})

it('a body can be decoded from each encoding; each is smaller and has its own entity tag', async () => {
  const { type, encoded } = await encode(page, html)
  const { br, gzip, identity } = encoded
  expect(type).toBe(html)
  expect(identity.bytes.toString()).toBe(page)
  expect(brotliDecompressSync(br.bytes).toString()).toBe(page)
  expect(gunzipSync(gzip.bytes).toString()).toBe(page)
  for (const { bytes } of [br, gzip]) expect(bytes.length).toBeLessThan(identity.bytes.length)
  const tags = [br.etag, gzip.etag, identity.etag]
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22,}"$/)
})

it('the same body of the same type has the same entity tags', async () => {
  const tagsOf = async (body: string | Buffer) => Object.values((await encode(body, html)).encoded).map((e) => e.etag)
  expect(await tagsOf(Buffer.from(page))).toEqual(await tagsOf(page))
})

it('another body, or another type, has other entity tags', async () => {
  const tagOf = async (body: string, type: string) => (await encode(body, type)).encoded.br.etag
  const tag = await tagOf(page, html)
  expect(await tagOf(`${page} `, html)).not.toBe(tag)
  expect(await tagOf(page, 'text/plain; charset=utf-8')).not.toBe(tag)
})

it.each([
  ['a small body', 'text/html; charset=utf-8', 'Bonjour'],
  ['an empty body', 'text/html; charset=utf-8', ''],
  ['a font', 'font/woff2', page],
  ['a picture', 'image/png', page],
  ['a film', 'video/mp4', page],
])('%s is not compressed', async (_name, type, body) => {
  const { br, gzip, identity } = (await encode(body, type)).encoded
  expect(br).toBe(identity)
  expect(gzip).toBe(identity)
  expect(identity.bytes.toString()).toBe(body)
})

it.each([
  'text/css; charset=utf-8',
  'text/javascript; charset=utf-8',
  'application/json; charset=utf-8',
  'application/manifest+json',
  'application/rss+xml; charset=utf-8',
  'image/svg+xml',
])('a body of the type %s is compressed', async (type) => {
  const { br, identity } = (await encode(page, type)).encoded
  expect(br.bytes.length).toBeLessThan(identity.bytes.length)
})
