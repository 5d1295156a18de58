import sharp from 'sharp'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { photograph, startPictureHost } from '../support/picture-host.ts'
import { shareSite } from '../support/share-site.ts'

const noise = await photograph(800, 600).png().toBuffer()
const photo = () => sharp(noise)
const still = async (background: string) =>
  sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
const stills = await Promise.all(['#f00', '#0f0', '#00f'].map(still))
const jpeg = await photo().jpeg().toBuffer()
const webp = await photo().webp().toBuffer()
const gif = await photo().gif({ effort: 1 }).toBuffer()
const interlaced = await photo().png({ progressive: true }).toBuffer()
const withExif = await photo().withMetadata({ orientation: 1 }).webp().toBuffer()

/** A picture of which the check sum of a chunk is wrong. */
function withWrongSum(png: Buffer, chunk: string): Buffer {
  const at = png.indexOf(chunk)
  const copy = Buffer.from(png)
  const sum = at + 4 + png.readUInt32BE(at - 4)
  copy.writeUInt8(copy.readUInt8(sum) ^ 0xff, sum)
  return copy
}

const turned = async (orientation: number) =>
  sharp(stills, { join: { animated: true } })
    .withMetadata({ orientation })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()

const pages: Record<string, Buffer> = {
  'a JPEG without its last two bytes': jpeg.subarray(0, -2),
  'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
  'half a progressive JPEG': (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, 20_000),
  'half a PNG': noise.subarray(0, noise.length / 2),
  'a PNG with a wrong check sum of its header': withWrongSum(noise, 'IHDR'),
  'a PNG with a wrong check sum of its data': withWrongSum(noise, 'IDAT'),
  'half a GIF': gif.subarray(0, gif.length / 2),
  'half a WebP': webp.subarray(0, webp.length / 2),
  'a WebP cut before what it announces of its making': withExif.subarray(0, withExif.length / 2),
  'an animation that is to be turned': await turned(6),
  'an animation that is to be mirrored and turned': await turned(5),
  'an animation that lies upside down': await turned(3),
}

/** Pictures that libvips cannot decode at all, though browsers can in part. */
const undecodable: Record<string, Buffer> = { 'half an interlaced PNG': interlaced.subarray(0, interlaced.length / 2) }

const ghost = await startPictureHost(
  Object.fromEntries(
    Object.entries({ ...pages, ...undecodable }).map(([name, bytes]) => [
      `/content/images/${encodeURIComponent(name)}`,
      bytes,
    ]),
  ),
)
afterAll(() => ghost[Symbol.asyncDispose]())
const site = await shareSite(ghost.env)

it.each(Object.keys(pages))('shows %s as far as it goes, at every width and in previews', async (name) => {
  for (const variant of ['', '/w320', '/share']) {
    const { status, type, body } = await request(site.app)
      .get(`/media${variant}/content/images/${encodeURIComponent(name)}`)
      .set('Accept', 'image/webp')
      .responseType('blob')
    expect([variant, status, type]).toEqual([variant, 200, variant === '/share' ? 'image/jpeg' : 'image/webp'])
    const shown = sharp(Buffer.from(body))
    const { width, pages: frames } = await shown.metadata()
    expect([width, frames]).toEqual([
      variant === '/share' ? 1200 : variant === '/w320' ? 320 : name.includes('animation') ? 400 : 800,
      variant !== '/share' && name.includes('animation') ? 3 : undefined,
    ])
    expect((await shown.stats()).channels.some(({ max }) => max > 0)).toBe(true)
  }
})

it.each(Object.keys(undecodable))('passes %s on as it is, since browsers show what is there of it', async (name) => {
  const path = `content/images/${encodeURIComponent(name)}`
  const { status, body } = await request(site.app).get(`/media/w320/${path}`).responseType('blob')
  expect([status, Buffer.from(body).equals(undecodable[name] ?? Buffer.alloc(0))]).toEqual([200, true])
  expect((await request(site.app).get(`/media/share/${path}`)).status).toBe(502)
})
