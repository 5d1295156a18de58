import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encode, negotiate } from './content-encoding.ts'

const html = 'text/html; charset=utf-8'
const page = '<!DOCTYPE html><p>Été à l’île</p>'.repeat(50)

it.each([
  // No header.
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
  // Ties, and refusals alone.
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

it('each encoding can be decoded, is smaller and has its own entity tag', async () => {
  const { type, encoded } = await encode(page, html)
  const { br, gzip, identity } = encoded
  expect(type).toBe(html)
  expect(identity.bytes.toString()).toBe(page)
  expect(brotliDecompressSync(br.bytes).toString()).toBe(page)
  expect(gunzipSync(gzip.bytes).toString()).toBe(page)
  for (const { bytes } of [br, gzip]) expect(bytes.length).toBeLessThan(identity.bytes.length)
  const tagsOf = async (body: string | Buffer, type = html) =>
    Object.values((await encode(body, type)).encoded).map(({ etag }) => etag)
  const tags = await tagsOf(page)
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22,}"$/)
  // The same bytes have the same tags; another body or type has others.
  expect(await tagsOf(Buffer.from(page))).toEqual(tags)
  const others = [...(await tagsOf(`${page} `)), ...(await tagsOf(page, 'text/plain; charset=utf-8'))]
  expect(new Set([...tags, ...others]).size).toBe(9)
})

it.each([
  ...['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'application/json; charset=utf-8', html].map(
    (type) => ({ type, body: page, isCompressed: true }),
  ),
  ...['application/manifest+json', 'application/rss+xml; charset=utf-8', 'image/svg+xml'].map((type) => ({
    ...{ type, body: page, isCompressed: true },
  })),
  ...['font/woff2', 'image/png', 'video/mp4'].map((type) => ({ type, body: page, isCompressed: false })),
  ...['Bonjour', ''].map((body) => ({ type: html, body, isCompressed: false })),
])('compresses $body.length characters of the type $type: $isCompressed', async ({ type, body, isCompressed }) => {
  const { br, gzip, identity } = (await encode(body, type)).encoded
  expect(identity.bytes.toString()).toBe(body)
  for (const encoded of [br, gzip])
    if (isCompressed) expect(encoded.bytes.length).toBeLessThan(identity.bytes.length)
    else expect(encoded).toBe(identity)
})
