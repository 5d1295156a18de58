import { crc32 } from 'node:zlib'
import sharp, { type Metadata, type Sharp } from 'sharp'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { rowsOf } from '../support/exhaustive.ts'
import { photograph, startPictureHost } from '../support/picture-host.ts'
import { shareSite } from '../support/share-site.ts'
import { startSite } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const safari13 = 'image/webp,image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5'
const photo = await photograph(1000, 600).jpeg({ quality: 95 }).toBuffer()
/** Wider than the least width, and no larger: the table makes it in every form. */
const small = await photograph(400, 240).jpeg({ quality: 95 }).toBuffer()
const glass = await photograph(400, 240).ensureAlpha(0.5).png().toBuffer()
const frames = [200, 100, 0].map((shade) => Buffer.alloc(80 * 60 * 3, shade))
const film = sharp(Buffer.concat(frames), { raw: { width: 80, height: 180, channels: 3, pageHeight: 60 } })

/** Asks for a picture as a browser does, and reads what came. */
async function ask(app: Parameters<typeof request>[0], path: string, accept?: string) {
  const asked = request(app).get(path).responseType('blob')
  const answer = await (accept === undefined ? asked : asked.set('Accept', accept))
  const body = answer.body as Buffer
  const about: Partial<Metadata> = answer.status === 200 ? await sharp(body, { animated: true }).metadata() : {}
  return { status: answer.status, headers: answer.headers as Record<string, string>, type: answer.type, body, about }
}

const pages = {
  '/content/images/photo.jpg': photo,
  '/content/images/glass.png': glass,
  '/content/images/small.jpg': small,
  '/content/images/small.webp': await sharp(small).webp().toBuffer(),
  '/content/images/small.avif': await sharp(small).avif({ effort: 0 }).toBuffer(),
  '/content/images/glass.webp': await sharp(glass).webp().toBuffer(),
  '/content/images/photo.avif': await sharp(photo).avif({ effort: 0 }).toBuffer(),
  '/content/images/still.gif': await sharp(glass).gif().toBuffer(),
  '/content/images/film.gif': await film.clone().gif().toBuffer(),
  '/content/images/film.webp': await film.clone().webp({ loop: 0 }).toBuffer(),
}

// A site that stores nothing: each row has its rendition made.
const ghost = await startPictureHost(pages)
const site = await shareSite(ghost.env)
afterAll(() => ghost[Symbol.asyncDispose]())

type Row = [name: string, accept: string | undefined, type: string]

/** Each format that is decoded, and each that is encoded. */
const chosen: Row[] = [
  ['small.jpg', chromium, 'image/avif'],
  ['small.jpg', safari13, 'image/webp'],
  ['small.avif', undefined, 'image/jpeg'],
  ['glass.png', undefined, 'image/png'],
  ['small.webp', undefined, 'image/jpeg'],
  ['still.gif', chromium, 'image/avif'],
  ['film.gif', chromium, 'image/webp'],
  ['film.webp', undefined, 'image/gif'],
]
const others: Row[] = [
  ['small.jpg', undefined, 'image/jpeg'],
  ['glass.png', chromium, 'image/avif'],
  ['glass.webp', undefined, 'image/png'],
  ['small.avif', safari13, 'image/webp'],
  ['still.gif', undefined, 'image/gif'],
  ['film.gif', 'image/avif', 'image/gif'],
  ['film.gif', undefined, 'image/gif'],
  ['film.webp', chromium, 'image/webp'],
]

// See test/unit/picture-format.test.ts for the formats that a client takes.
it.each(rowsOf(chosen, others))('sends %s to a client that takes %s as %s', async (name, accept, type) => {
  for (const variant of ['', '/w320']) {
    const answer = await ask(site.app, `/media${variant}/content/images/${name}`, accept)
    expect([answer.status, answer.type]).toEqual([200, type])
    expect(answer.about.format?.replace('heif', 'avif')).toBe(type.replace('image/', ''))
    expect(answer.about.hasAlpha ?? false).toBe(type === 'image/gif' || /glass|still/.test(name))
    expect(answer.about.pages ?? 1).toBe(name.startsWith('film') ? 3 : 1)
  }
})

it.each([
  ['w320', 320, 192],
  ['w480', 480, 288],
  ['w800', 800, 480],
  // No variant is larger than its original.
  ['w1280', 1000, 600],
  ['w2400', 1000, 600],
])('makes %s of a picture of 1000 by 600 pixels %i by %i', async (variant, width, height) => {
  const { about, body } = await ask(site.app, `/media/${variant}/content/images/photo.jpg`, chromium)
  expect([about.width, about.height]).toEqual([width, height])
  expect(body.length).toBeLessThan(photo.length)
})

it('sends pictures with what caches and browsers need', async () => {
  const path = '/media/w680/content/images/photo.jpg'
  const { headers, body } = await ask(site.app, path, chromium)
  const expected = {
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'content-length': String(body.length),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  expect(headers).toMatchObject(expected)
  expect(headers).not.toHaveProperty('content-disposition')

  const head = await request(site.app).head(path).set('Accept', chromium)
  expect([head.status, head.type]).toEqual([200, 'image/avif'])
  expect(head.headers).toMatchObject(expected)
  expect(head.body).toEqual({})

  const again = await request(site.app).get(path).set('Accept', chromium).set('If-None-Match', `W/"x", ${headers.etag}`)
  expect(again.status).toBe(304)
  expect(again.headers).toMatchObject({
    etag: headers.etag,
    vary: 'Accept',
    'cache-control': expected['cache-control'],
  })
  const webp = await ask(site.app, path, safari13)
  expect(webp.headers.etag).not.toBe(headers.etag)
})

it('has a JPEG of 1200 × 630 for link previews, whatever the client says and the picture is', async () => {
  ghost.pages['/content/images/large.png'] = await photograph(1600, 400).ensureAlpha(0.5).png().toBuffer()
  const tall = photograph(900, 1600).withMetadata({ orientation: 6 })
  ghost.pages['/content/images/tall.jpg'] = await tall.jpeg().toBuffer()
  for (const name of ['large.png', 'film.gif', 'photo.avif', 'tall.jpg']) {
    const { type, about, headers } = await ask(site.app, `/media/share/content/images/${name}`, chromium)
    expect([type, about.width, about.height]).toEqual(['image/jpeg', 1200, 630])
    expect(headers).not.toHaveProperty('vary')
  }
})

it('shows what is transparent as white in link previews', async () => {
  const nothing = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  ghost.pages['/content/images/nothing.png'] = await sharp({ create: nothing }).png().toBuffer()
  const { body } = await ask(site.app, '/media/share/content/images/nothing.png')
  expect([...(await sharp(body).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

it('keeps the colours of what is half transparent, whatever its size and kind', async () => {
  const half = sharp({
    create: { width: 640, height: 480, channels: 4, background: { r: 200, g: 200, b: 200, alpha: 0.5 } },
  })
  ghost.pages['/content/images/half.png'] = await half.clone().png().toBuffer()
  ghost.pages['/content/images/grey.png'] = await half.clone().toColourspace('b-w').png().toBuffer()
  for (const name of ['half.png', 'grey.png']) {
    for (const path of [`/media/w320/content/images/${name}`, `/media/content/images/${name}`]) {
      const { body } = await ask(site.app, path)
      const [red, green, blue, alpha] = await sharp(body).toColourspace('srgb').raw().toBuffer()
      // A precision of -1 allows a difference of five.
      expect([red, green, blue, alpha]).toEqual(
        [200, 200, 200, 127].map((value) => expect.closeTo(value, -1) as number),
      )
    }
  }
})

it('turns pictures upright and leaves out what cameras write into them', async () => {
  const taken = await sharp(photo)
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '50/1 16/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><where>50.28</where></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(50)
  ghost.pages['/content/images/taken.jpg'] = taken
  for (const accept of [chromium, safari13, '*/*']) {
    for (const path of ['/media/content/images/taken.jpg', '/media/w320/content/images/taken.jpg']) {
      const { about } = await ask(site.app, path, accept)
      expect(about).not.toHaveProperty('exif')
      expect(about).not.toHaveProperty('xmp')
      expect(about).not.toHaveProperty('orientation')
      expect(Number(about.height) / Number(about.width)).toBeCloseTo(1000 / 600, 1)
    }
  }
})

it('turns wide colours into those that every screen has', async () => {
  const wide = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#0a0' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
  const redOf = (picture: Sharp) =>
    picture
      .raw()
      .toBuffer({ resolveWithObject: true })
      .then(({ data }) => data[0])
  // Readers that know nothing of profiles would show this red.
  expect(await redOf(sharp(wide, { ignoreIcc: true }))).toBeGreaterThan(50)
  ghost.pages['/content/images/wide.png'] = wide
  const { about, body } = await ask(site.app, '/media/w320/content/images/wide.png')
  expect(about).not.toHaveProperty('icc')
  expect(await redOf(sharp(body))).toBeLessThan(10)
})

it('sends drawings as they are, to be seen within pages and not to be opened', async () => {
  const drawing = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
  for (const name of ['drawing.svg', 'drawing.png']) ghost.pages[`/content/images/${name}`] = drawing
  for (const path of ['content/images/drawing.svg', 'w680/content/images/drawing.svg', 'content/images/drawing.png']) {
    const answer = await request(site.app).get(`/media/${path}`).responseType('blob')
    expect([answer.status, answer.type]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.* sandbox$/),
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body).toEqual(drawing)
  }
})

it('sends an animated PNG as it is, since libvips would show its first frame alone', async () => {
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x01\0\0\0\0----', 'latin1')
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16)
  const animated = Buffer.concat([glass.subarray(0, 33), control, glass.subarray(33)])
  ghost.pages['/content/images/animated.png'] = animated
  const { type, body } = await ask(site.app, '/media/w320/content/images/animated.png', chromium)
  expect([type, body.equals(animated)]).toEqual(['image/png', true])
  expect((await ask(site.app, '/media/share/content/images/animated.png')).type).toBe('image/jpeg')
})

it('makes a picture once, however many ask for it and however it is spelled', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  await using site = await startSite({ ...ghost.env, MEDIA_DIR: folder.path, MEDIA_MAX_MB: '10' })
  const paths = ['photo.jpg', 'size/w600/photo.jpg', 'size/w600/size/w300/photo.jpg', 'photo.jpg?v=1']
  const answers = await Promise.all(
    [...paths, ...paths].map((path) => ask(site.app, `/media/w680/content/images/${path}`, chromium)),
  )
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(ghost.asked).toEqual(['/content/images/photo.jpg'])
})
