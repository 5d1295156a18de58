import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { type PicturePage, startPictureHost } from '../../support/picture-host.ts'
import { shareSite } from '../../support/share-site.ts'

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
const etag = `"${createHash('md5').update(bytes).digest('hex')}"`

const lastModified = 'Mon, 21 Sep 2026 08:30:00 GMT'

/** Ranges as Ghost's own file server answers them: one range, `If-Range`, 416. */
function file(type: string): PicturePage {
  return ({ headers }, res) => {
    const head = { 'Content-Type': type, ETag: etag, 'Last-Modified': lastModified, 'Accept-Ranges': 'bytes' }
    if (headers['if-none-match'] === etag) return void res.writeHead(304, head).end()
    const wanted = headers['if-range'] === undefined || headers['if-range'] === etag ? headers.range : undefined
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(wanted ?? '') ?? []
    if (from === undefined) return void res.writeHead(200, { ...head, 'Content-Length': '1000' }).end(bytes)
    if (Number(from) >= 1000) return void res.writeHead(416, { 'Content-Range': 'bytes */1000' }).end()
    const end = to ? Number(to) : 999
    const part = bytes.subarray(Number(from), end + 1)
    const range = { 'Content-Range': `bytes ${from}-${end}/1000`, 'Content-Length': String(part.length) }
    res.writeHead(206, { ...head, ...range }).end(part)
  }
}

const films = ['/content/media/a.mp4', '/content/media/a.mp3']

/** Files by their path: the type that Ghost sends, and the type that visitors get. */
const types: Record<string, [sent: string, received: string]> = {
  '/content/media/a.mp4': ['video/mp4', 'video/mp4'],
  '/content/media/a.mp3': ['audio/mpeg', 'audio/mpeg'],
  '/content/files/a.pdf': ['application/pdf', 'application/pdf'],
  '/content/files/a.html': ['text/html', 'text/html; charset=utf-8'],
  // No browser reads captions without their type.
  '/content/files/a.vtt': ['text/vtt; charset=utf-8', 'text/vtt; charset=utf-8'],
  ...Object.fromEntries(
    `text/javascript application/x-ecmascript text/css application/wasm application/json text/xml image/svg+xml`
      .split(' ')
      .map((type) => [`/content/files/${type.replace('/', '-')}`, [type, 'application/octet-stream']]),
  ),
}

/** Announces more than it sends, then disconnects or hangs. */
const beginning =
  (breaksOff: boolean): PicturePage =>
  (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': '1000' }).write('x', () => {
      if (breaksOff) res.destroy()
    })

const ghost = await startPictureHost({
  ...Object.fromEntries(Object.entries(types).map(([path, [type]]) => [path, file(type)])),
  '/content/media/cut.mp4': beginning(true),
  '/content/media/endless.mp4': beginning(false),
})
const site = await shareSite(ghost.env)
afterAll(() => ghost[Symbol.asyncDispose]())

it.each([
  ['the whole', {}, 200, { 'content-length': '1000', 'accept-ranges': 'bytes', etag }],
  ['a part', { Range: 'bytes=10-19' }, 206, { 'content-range': 'bytes 10-19/1000', 'content-length': '10' }],
  ['the rest', { Range: 'bytes=900-' }, 206, { 'content-range': 'bytes 900-999/1000', 'content-length': '100' }],
  ['a range of the current version', { Range: 'bytes=10-19', 'If-Range': etag }, 206, { 'content-length': '10' }],
  ['a range of an old version', { Range: 'bytes=10-19', 'If-Range': '"old"' }, 200, { 'content-length': '1000' }],
  ['a far range', { Range: 'bytes=2000-' }, 416, { 'content-range': 'bytes */1000', 'cache-control': 'no-store' }],
  ['a version that it already has', { 'If-None-Match': etag }, 304, { etag }],
] as const)('serves a film to a client that requests %s', async (_case, ranges, status, headers) => {
  const answer = await request(site.app).get('/media/content/media/a.mp4').set(ranges).responseType('blob')
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject(headers)
  const length = Number(answer.headers['content-length'] ?? 0)
  const start = Number(/bytes (\d+)-/.exec(String(answer.headers['content-range']))?.[1] ?? 0)
  if (status < 300) expect(answer.body).toEqual(bytes.subarray(start, start + length))
})

it('ignores the range of a HEAD request for a film', async () => {
  const sent = { Range: 'bytes=10-19', 'If-Range': etag }
  const { status, headers } = await request(site.app).head('/media/content/media/a.mp4').set(sent)
  expect([status, headers['content-length'], headers['content-range']]).toEqual([200, '1000', undefined])
})

it.each(Object.entries(types))('sends %s so that nothing in it runs on this site: %j', async (path, [, received]) => {
  const { status, headers } = await request(site.app).head(`/media${path}`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': received,
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(headers['content-disposition']?.split(';')[0]).toBe(films.includes(path) ? undefined : 'attachment')
})

it('disconnects if the source disconnects, and from the source if the client does', async () => {
  const cut = await fetch(`${site.url}/media/content/media/cut.mp4`)
  await expect(cut.arrayBuffer()).rejects.toThrow()
  const client = new AbortController()
  await fetch(`${site.url}/media/content/media/endless.mp4`, { signal: client.signal })
  expect(ghost.load.open).toBe(1)
  client.abort()
  await expect.poll(() => ghost.load.open).toBe(0)
})
