import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { userAgent } from '../../../server/http/fetch.ts'
import { company } from '../../../shared/company.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { photograph, type PicturePage, startPictureHost } from '../../support/picture-host.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const photo = await photograph(1000, 600).jpeg().toBuffer()
const small = await photograph(600, 360).webp().toBuffer()
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>')
const size = '/content/images/size/w600/format/webp'

function redirect(status: number, location: string): PicturePage {
  return (_req, res) => void res.writeHead(status, { Location: location }).end()
}

const ghost = await startPictureHost({
  '/content/images/photo.jpg': photo,
  '/content/images/a+b,c.jpg': photo,
  [`${size}/a+b,c.jpg`]: (_req, res) => void res.writeHead(200, { 'Content-Type': 'image/webp' }).end(small),
  [`${size}/photo.jpg`]: (_req, res) => void res.writeHead(200, { 'Content-Type': 'image/webp' }).end(small),
  [`${size}/damaged.jpg`]: redirect(302, '/content/images/photo.jpg'),
  [`${size}/away.jpg`]: redirect(302, 'http://127.0.0.1:9/photo.jpg'),
  [`${size}/round.jpg`]: redirect(302, `${size}/round.jpg`),
  '/content/images/drawing.svg': drawing,
  '/content/images/drawing.svgz': gzipSync(drawing),
  '/content/images/page.jpg': (_req, res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('no picture'),
  '/content/images/still.avif': (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(small),
  '/content/images/empty.jpg': Buffer.alloc(0),
  '/content/images/error.jpg': (_req, res) => void res.writeHead(500).end('<h1>http://ghost.internal failed</h1>'),
  '/content/images/silent.jpg': (_req, res) => void res.destroy(),
  '/content/images/gone.jpg': (_req, res) => void res.writeHead(410).end('x'),
  '/content/images/unsent.jpg': (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 1000 }).flushHeaders()
    setTimeout(() => res.destroy(), 20)
  },
  '/content/images/cut.jpg': (_req, res) =>
    void res
      .writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': photo.length })
      .write(photo.subarray(0, 1000), () => res.destroy()),
  '/content/images/private.jpg': redirect(302, 'http://169.254.169.254/'),
  '/content/images/huge.jpg': (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 21 * 1024 * 1024 }).write('x'),
  '/content/images/endless.jpg': (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/jpeg' })
    const more = () => void (res.destroyed || res.write(Buffer.alloc(64 * 1024), () => setImmediate(more)))
    more()
  },
})
const site = await shareSite(ghost.env)
afterAll(() => ghost[Symbol.asyncDispose]())

it.each([
  ['/content/images/photo.jpg', 'image/jpeg', photo],
  [`${size}/photo.jpg`, 'image/webp', small],
  [`${size}/a+b,c.jpg`, 'image/webp', small],
  [`${size}/a%2Bb%2Cc.jpg`, 'image/webp', small],
  [`${size}/damaged.jpg`, 'image/jpeg', photo],
  ['/content/images/size/w601/photo.jpg', 'image/jpeg', photo],
  ['/w680/content/images/photo.jpg', 'image/jpeg', photo],
  ['/content/images/still.avif', 'image/avif', small],
] as const)('streams %s unchanged', async (path, type, bytes) => {
  const { status, headers, body } = await request(site.app).get(`/media${path}`).responseType('blob')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    ...[200, type, 'public, max-age=31536000, immutable'],
  ])
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' })
  expect(bytes.equals(body as Buffer)).toBe(true)
})

it.each(['drawing.svg', 'drawing.svgz'])('shows %s within pages only', async (name) => {
  const { status, headers, body } = await request(site.app).get(`/media/content/images/${name}`).responseType('blob')
  expect([status, headers['content-type'], String(body)]).toEqual([200, 'image/svg+xml', String(drawing)])
  expect(headers['content-disposition']).toContain('attachment')
  expect(headers['content-security-policy']).toContain('sandbox')
})

it.each([
  ['/content/images/page.jpg', 'expected a picture, got text/html'],
  ['/content/images/empty.jpg', 'expected a picture, got 0 bytes'],
  ['/content/images/error.jpg', 'expected status 200, got 500'],
  ['/content/images/silent.jpg', 'expected an answer, got ECONNRESET'],
  ['/content/images/unsent.jpg', 'expected 1000 bytes after 0'],
  ['/content/images/private.jpg', 'is not listed in GHOST_MEDIA_HOSTS'],
  ['/content/images/huge.jpg', 'expected at most 20 MB, got 22020096 bytes'],
  [`${size}/away.jpg`, 'is not listed in GHOST_MEDIA_HOSTS'],
  [`${size}/round.jpg`, 'more than 5 redirects'],
])('answers 502 for %s and logs: %s', async (path, reason) => {
  const { status, headers, text } = await request(site.app).get(`/media${path}`)
  expect([status, headers['cache-control'], text, headers.etag]).toEqual([502, 'no-store', '', undefined])
  const line = site
    .logged()
    .split('\n')
    .find((line) => line.includes(`"media":"${path}"`))
  expect(line).toContain(reason)
  expect(site.logged() + JSON.stringify(headers)).not.toContain(`127.0.0.1:${ghost.port}`)
})

it.each([
  ['endless.jpg', 'expected at most 20 MB'],
  ['cut.jpg', `expected ${photo.length} bytes after 1000`],
])('aborts %s after its first byte and logs: %s', async (name, reason) => {
  const answer = await fetch(`${site.url}/media/content/images/${name}`)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect(site.logged()).toContain(reason)
})

it.each(['none.jpg', 'gone.jpg'])('answers 404 for %s, which is missing in Ghost', async (name) => {
  const { status, headers, text } = await request(site.app).get(`/media/content/images/${name}`)
  expect([status, headers['cache-control'], text]).toEqual([404, 'no-store', ''])
})

it.each([301, 302, 303, 307, 308])(
  'follows a redirect with status %i, of pictures, films and files alike',
  async (status) => {
    ghost.pages['/there/photo.jpg'] = photo
    for (const name of ['images/a.jpg', 'media/a.mp4', 'files/a.pdf']) {
      const paths = Array.from({ length: 6 }, (_, index) => `/content/${name}-${status}-${index}`)
      ghost.pages[`/content/${name}`] = redirect(status, `../${paths[0]?.slice('/content/'.length)}`)
      for (const [index, path] of paths.entries()) ghost.pages[path] = redirect(status, paths[index + 1] ?? '/')
      const [, , , , last = ''] = paths
      expect((await request(site.app).get(`/media/content/${name}`)).status).toBe(502)
      // The fifth redirects to the file, by a relative URL.
      ghost.pages[paths[3] ?? last] = redirect(status, '/there/photo.jpg')
      expect((await request(site.app).get(`/media/content/${name}`)).status).toBe(200)
    }
  },
)

it('forwards a picture’s validators and ranges', async () => {
  const [etag, path] = ['W/"1"', '/content/images/valid.jpg']
  ghost.pages[path] = ({ headers, method }, res) => {
    const head = { 'Content-Type': 'image/jpeg', ETag: etag, 'Last-Modified': 'Mon, 21 Sep 2026 08:30:00 GMT' }
    if (headers['if-none-match'] === etag) return void res.writeHead(304, head).end()
    if (headers.range !== undefined)
      return void res.writeHead(206, { ...head, 'Content-Range': 'bytes 0-1/9', 'Content-Length': 2 }).end('ab')
    res.writeHead(200, { ...head, 'Content-Length': 9 }).end(method === 'HEAD' ? undefined : 'abcdefghi')
  }
  const get = (given: Record<string, string> = {}) => request(site.app).get(`/media${path}`).set(given)
  const { 'cache-control': cacheControl } = (await get()).headers
  const kept = { etag, 'last-modified': 'Mon, 21 Sep 2026 08:30:00 GMT', 'cache-control': cacheControl }
  const { status, headers } = await request(site.app).head(`/media${path}`)
  expect([status, headers]).toEqual([200, expect.objectContaining({ ...kept, 'content-length': '9' })])
  expect((await get()).headers).toMatchObject({ ...kept, 'content-length': '9' })
  expect(await get({ 'If-None-Match': etag })).toMatchObject({ status: 304, headers: kept })
  const part = await get({ Range: 'bytes=0-1' }).responseType('blob')
  expect([part.status, String(part.body), part.headers['content-range']]).toEqual([206, 'ab', 'bytes 0-1/9'])
})

it('streams the first bytes at once, and stops if the client disconnects', async () => {
  ghost.pages['/content/images/slow.jpg'] = (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 1000 }).write(photo.subarray(0, 100))
  const client = new AbortController()
  const answer = await fetch(`${site.url}/media/content/images/slow.jpg`, { signal: client.signal })
  const first = await answer.body?.getReader().read()
  expect(Buffer.from(first?.value ?? []).equals(photo.subarray(0, 100))).toBe(true)
  await expect.poll(() => ghost.load.open).toBe(1)
  client.abort()
  await expect.poll(() => ghost.load.open).toBe(0)
})

it('requests a size from Ghost once for concurrent requests', async () => {
  const large = Buffer.alloc(2 * 1024 * 1024, photo)
  const answers: (() => void)[] = []
  for (const [name, bytes] of [
    ['a', photo],
    ['b', large],
  ] as const)
    ghost.pages[`${size}/shared-${name}.jpg`] = (_req, res) =>
      void answers.push(() =>
        res.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': bytes.length }).end(bytes),
      )
  let arrived = 0
  const app: RequestListener = (req, res) => {
    arrived += 1
    site.app(req, res)
  }
  const get = (name: string) => request(app).get(`/media${size}/shared-${name}.jpg`).responseType('blob')
  const bytesOf = async (name: string) => (await get(name)).body as Buffer
  const first = get('a')
  first.end(() => {})
  await expect.poll(() => answers.length).toBe(1)
  const waiting = Promise.all([bytesOf('a'), bytesOf('a'), bytesOf('a')])
  await expect.poll(() => arrived).toBe(4)
  // The first client disconnects; the waiting ones stay.
  first.abort()
  await request(site.app).get('/healthz')
  answers.shift()?.()
  for (const bytes of await waiting) expect(bytes.equals(photo)).toBe(true)
  expect(ghost.asked.filter((path) => path.endsWith('shared-a.jpg'))).toHaveLength(1)
  // A large size is made once, and then sent to each client at its own pace.
  const two = Promise.all([bytesOf('b'), bytesOf('b')])
  await expect.poll(() => arrived).toBe(6)
  await expect.poll(() => answers.length).toBe(1)
  answers.shift()?.()
  await expect.poll(() => answers.length).toBe(1)
  answers.shift()?.()
  for (const bytes of await two) expect(bytes.equals(large)).toBe(true)
})

it('buffers little for clients that read slowly, and none of them delays another', async () => {
  const large = Buffer.alloc(15 * 1024 * 1024, photo)
  // The system's buffers may hold all of it; without its last byte it is still incomplete.
  ghost.pages['/content/images/large.jpg'] = (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': large.length + 1 }).write(large)
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const clients = Array.from({ length: 50 }, (_, index) => {
    const client = connect(Number(new URL(site.url).port), '127.0.0.1')
    client.once('readable', () => client.read(1))
    const path = index % 2 === 0 ? '/content/images/large.jpg' : `${size}/photo.jpg`
    client.write(`GET /media${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return client
  })
  await expect.poll(() => ghost.load.open).toBe(25)
  const answer = await fetch(`${site.url}/media${size}/photo.jpg`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(small)).toBe(true)
  const kept = () => {
    collectGarbage()
    return (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
  }
  await expect.poll(kept).toBeLessThan(60)
  expect(ghost.load.open).toBe(25)
  for (const client of clients) client.destroy()
  await expect.poll(() => ghost.load.open).toBe(0)
})

it('limits concurrent picture requests to Ghost, and sends Retry-After if the queue is full', async () => {
  const held: (() => void)[] = []
  const count = 450
  const path = (index: number) => `/content/images/flood-${index}.jpg`
  for (let index = 0; index < count; index += 1)
    ghost.pages[path(index)] = (_req, res) => void held.push(() => res.writeHead(404).end())
  await using site = await startSite({ ...ghost.env, GHOST_TIMEOUT_MS: '60000', TRUST_PROXY: '1' })
  // A client may own all networks of an IPv6 /48: one slot is left for another client.
  const address = (index: number) => `2001:db8:1:${index.toString(16)}::1`
  const answers = Array.from({ length: count }, (_, index) =>
    fetch(`${site.url}/media${path(index)}`, { headers: { 'X-Forwarded-For': address(index) } }),
  )
  const turnedAway = await Promise.race(answers)
  expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([503, '5'])
  await expect.poll(() => held.length).toBe(15)
  const another = fetch(`${site.url}/media${path(0)}?`, {
    headers: { 'X-Forwarded-For': '198.51.100.1', Range: 'bytes=0-1' },
  })
  await expect.poll(() => held.length).toBe(16)
  const release = setInterval(() => held.splice(0).forEach((release) => release()), 5)
  const statuses = (await Promise.all([...answers, another])).map(({ status }) => status)
  clearInterval(release)
  expect(statuses.filter((status) => status === 404)).toHaveLength(415 + 1)
  expect(statuses.filter((status) => status === 503)).toHaveLength(35)
})

it('sends this site’s User-Agent with every request to another site', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('a', { feature_image: 'https://ghost/a.jpg' })])
  await request(site.app).get('/blog')
  await request(site.app).get('/media/content/images/a.png')
  const agents = ghost.headers.map((headers) => headers['user-agent'])
  expect(agents.length).toBeGreaterThan(1)
  expect(new Set(agents)).toEqual(new Set([userAgent(company.name, site.url)]))
})
