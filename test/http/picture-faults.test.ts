import type { RequestListener } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { type PicturePage, photograph, startPictureHost } from '../support/picture-host.ts'
import { startSite } from '../support/start-site.ts'

const photo = await photograph(800, 600).jpeg().toBuffer()

/** A PNG of one colour: a few kilobytes that unfold to gigabytes. */
function bomb(width: number, height: number, data = deflateSync(Buffer.alloc(1_000_000), { level: 9 })): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const frames = Array.from({ length: 30 }, (_, index) => Buffer.alloc(1000 * 1000, 8 * index))
const long = sharp(Buffer.concat(frames), { raw: { width: 1000, height: 30_000, channels: 1, pageHeight: 1000 } })
const longFilms = {
  gif: await long.clone().gif({ effort: 1 }).toBuffer(),
  webp: await long.clone().webp({ effort: 0 }).toBuffer(),
}

const failing: Record<string, PicturePage> = {
  'a bomb of many pixels': bomb(60_000, 60_000),
  'a bomb of one row': bomb(1_000_000_000, 1),
  'a drawing of a picture': bomb(800, 600, Buffer.from('not deflated')),
  'a beginning and nothing more': Buffer.from('GIF89a'),
  'a page': Buffer.from('<!doctype html><title>Ghost</title><svg></svg>'),
  'an empty body': Buffer.alloc(0),
  'a body larger than it may be': (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/jpeg' })
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(1024 * 1024, 0xff)));
    }
    res.on('drain', more)
    more()
  },
  'a length larger than it may be': (_req, res) => void res.writeHead(200, { 'Content-Length': '30000000' }).write('x'),
  'a body that breaks off': (_req, res) => {
    res.writeHead(200, { 'Content-Length': String(photo.length) })
    res.write(photo.subarray(0, 1000), () => res.destroy())
  },
  'a body that unfolds to more than it may be': (_req, res) =>
    void res.writeHead(200, { 'Content-Encoding': 'deflate' }).end(deflateSync(Buffer.alloc(40_000_000))),
  'no answer at all': (_req, res) => void res.destroy(),
  'an error': (_req, res) => void res.writeHead(500).end('<h1>Ghost at http://ghost.internal failed</h1>'),
  'a redirect': (_req, res) => void res.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
  'an answer that never comes': () => {},
  'a body that never comes': (_req, res) => void res.writeHead(200, { 'Content-Type': 'image/png' }).flushHeaders(),
}

/** The test ends the site's timeouts, from here to its own end. */
function holdDeadlines() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return {
    pass: (milliseconds: number) => void vi.advanceTimersByTime(milliseconds),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  }
}

it.each(Object.keys(failing))('answers %s instead of a picture with a quiet 502', async (name) => {
  using deadlines = holdDeadlines()
  await using ghost = await startPictureHost({ '/content/images/a.png': failing[name] ?? ('' as never) })
  await using site = await startSite({ ...ghost.env, GHOST_TIMEOUT_MS: '1000' })
  for (const variant of ['', 'w320/', 'share/']) {
    const answer = request(site.app)
      .get(`/media/${variant}content/images/a.png`)
      .then((it) => it)
    if (name.endsWith('never comes')) {
      await expect.poll(() => ghost.asked).toContain('/content/images/a.png')
      // Bytes that do come have come before the answer to this.
      await fetch(ghost.url)
      deadlines.pass(1000)
    }
    const { status, headers, text } = await answer
    expect([status, text]).toEqual([502, ''])
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers).not.toHaveProperty('etag')
    expect(JSON.stringify(headers)).not.toContain(String(ghost.port))
  }
  expect(site.logged()).toContain('a picture cannot be shown')
  expect(site.logged()).not.toContain(String(ghost.port))
  // The site is as well as before.
  ghost.pages['/content/images/b.jpg'] = photo
  expect((await request(site.app).get('/media/w320/content/images/b.jpg')).status).toBe(200)
})

it.each([404, 410])('answers 404 where the source says %i', async (status) => {
  await using ghost = await startPictureHost({
    '/content/images/a.png': (_req, res) => void res.writeHead(status).end('x'),
  })
  await using site = await startSite(ghost.env)
  const answer = await request(site.app).get('/media/w320/content/images/a.png')
  expect([answer.status, answer.text, answer.get('Cache-Control')]).toEqual([404, '', 'no-store'])
})

it('leaves what is no picture alone for half a minute, whatever is asked of it', async () => {
  let time = Date.now()
  await using ghost = await startPictureHost({ '/content/images/a.png': Buffer.from('no picture') })
  await using site = await startSite(ghost.env, () => time)
  for (const variant of ['', 'w320/', 'w680/', 'share/']) {
    expect((await request(site.app).get(`/media/${variant}content/images/a.png`)).status).toBe(502)
    expect((await request(site.app).get(`/media/${variant}content/images/none.png`)).status).toBe(404)
  }
  expect(ghost.asked).toEqual(['/content/images/a.png', '/content/images/none.png'])
  ghost.pages['/content/images/a.png'] = photo
  time += 31_000
  expect((await request(site.app).get('/media/w320/content/images/a.png')).status).toBe(200)
})

it('asks once in five seconds for a picture whose source does not answer, and says so once', async () => {
  let time = Date.now()
  await using ghost = await startPictureHost({ '/content/images/a.png': (_req, res) => void res.destroy() })
  await using site = await startSite(ghost.env, () => time)
  for (const variant of ['', 'w320/', 'w680/', 'share/']) {
    expect((await request(site.app).get(`/media/${variant}content/images/a.png`)).status).toBe(502)
  }
  expect(ghost.asked).toHaveLength(1)
  expect(site.logged().split('a picture cannot be shown')).toHaveLength(2)
  ghost.pages['/content/images/a.png'] = photo
  time += 5001
  expect((await request(site.app).get('/media/w320/content/images/a.png')).status).toBe(200)
})

it.each(['gif', 'webp'] as const)('sends a %s that moves too much to be resized as it is', async (format) => {
  const film = longFilms[format]
  await using ghost = await startPictureHost({ [`/content/images/long.${format}`]: film })
  await using site = await startSite(ghost.env)
  const path = `content/images/long.${format}`
  const { status, type, body } = await request(site.app).get(`/media/w320/${path}`).responseType('blob')
  expect([status, type]).toEqual([200, `image/${format}`])
  expect((body as Buffer).equals(film)).toBe(true)
  // Networks get the first frame.
  const shared = await request(site.app).get(`/media/share/${path}`)
  expect([shared.status, shared.type]).toEqual([200, 'image/jpeg'])
})

it('does a bounded number of things at once in a flood, and asks the rest to come back', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The source has none of them: this test counts the requests that wait for a source.
  const slow: PicturePage = (_req, res) => void released.then(() => res.writeHead(404).end())
  const count = 150
  const names = Array.from({ length: count }, (_, index) => `${index}.jpg`)
  await using ghost = await startPictureHost(Object.fromEntries(names.map((name) => [`/content/images/${name}`, slow])))
  using deadlines = holdDeadlines()
  await using site = await startSite({ ...ghost.env, GHOST_TIMEOUT_MS: '60000', TRUST_PROXY: '1' })
  // A client may have all networks of an IPv6 /48.
  const answers = names.map((name, index) =>
    request(site.app)
      .get(`/media/w320/content/images/${name}`)
      .set('X-Forwarded-For', `2001:db8:1:${index.toString(16)}::1`)
      .then((answer) => answer),
  )
  // Requests that find no room are answered while the others still wait.
  const turnedAway = await Promise.race(answers)
  expect(turnedAway.status).toBe(503)
  expect(turnedAway.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  // The last of the six places is for another client.
  await expect.poll(() => ghost.load.most).toBe(5)
  deadlines.pass(1000)
  release()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(125)
  expect(statuses.filter((status) => status === 503)).toHaveLength(count - 125)
  expect(ghost.load.most).toBe(5)
})

it('sends the queue home when the storage is silent, and asks it anew for later requests', async () => {
  const silent: PicturePage = () => {}
  const names = Array.from({ length: 20 }, (_, index) => `${index}.jpg`)
  await using ghost = await startPictureHost(
    Object.fromEntries(names.map((name) => [`/content/images/${name}`, silent])),
  )
  using deadlines = holdDeadlines()
  let [time, arrived] = [Date.now(), 0]
  await using site = await startSite({ ...ghost.env, GHOST_TIMEOUT_MS: '2000' }, () => time)
  const app: RequestListener = (req, res) => {
    arrived += 1
    site.app(req, res)
  }
  const asked = Promise.all(names.map((name) => request(app).get(`/media/content/images/${name}`)))
  await expect.poll(() => arrived).toBe(names.length)
  await expect.poll(() => ghost.asked).toHaveLength(5)
  // All that arrived stand in the queue before this is answered.
  await request(site.app).get('/healthz')
  time += 2000
  deadlines.pass(2000)
  const statuses = (await asked).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(5).fill(502), ...Array(15).fill(503)])
  expect(ghost.asked).toHaveLength(5)
  ghost.pages['/content/images/b.jpg'] = photo
  expect((await request(site.app).get('/media/content/images/b.jpg')).status).toBe(200)
})
