import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { unobserved } from '../../server/runtime/observer.ts'
import { startPictureHost } from '../support/picture-host.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { startSite } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 40, g: 80, b: 120, alpha: 0.5 } } })

/** Pictures of a few kilobytes, each decoded into a hundred megabytes or more. */
const large: Record<string, Buffer> = {
  'an AVIF': await flat(2600, 2400).avif({ effort: 0 }).toBuffer(),
  'an interlaced PNG of 16 bits': await flat(4000, 3500, 4)
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer(),
  'a progressive JPEG in CMYK': await flat(4500, 4000)
    .toColourspace('cmyk')
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer(),
}
const [avif = Buffer.alloc(0)] = Object.values(large)
const path = '/content/images/a.png'
const inVariant = (variant: string) => `/media/${variant}${path}`
const variants = ['w320', 'w680', 'share']

it.each(Object.keys(large))('refuses %s that takes more memory than it may, shows it where it may', async (name) => {
  await using ghost = await startPictureHost({ [path]: large[name] ?? Buffer.alloc(0) })
  {
    await using site = await startSite({ ...ghost.env, MEDIA_MEMORY_MB: '64' })
    for (const variant of variants) {
      const { status, text } = await request(site.app).get(inVariant(variant))
      expect([status, text]).toEqual([502, ''])
    }
    expect(ghost.asked).toHaveLength(1)
    expect(site.logged().split('a picture cannot be shown')).toHaveLength(2)
    expect(site.logged()).toMatch(/"reason":"[^"]*memory/i)
  }
  await using site = await startSite({ ...ghost.env, MEDIA_MEMORY_MB: '192' })
  expect((await request(site.app).get(inVariant('w320'))).status).toBe(200)
})

it('tries a picture that takes too much once, however many of its forms are asked for at once', async () => {
  await using ghost = await startPictureHost({ [path]: avif })
  const made: string[] = []
  const observer = { ...unobserved, onPicture: (outcome: string) => void made.push(outcome) }
  await using site = await startSite({ ...ghost.env, MEDIA_MEMORY_MB: '64' }, undefined, undefined, observer)
  const answers = await Promise.all(variants.map((variant) => request(site.app).get(inVariant(variant))))
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502])
  expect(made).toEqual(['undecodable'])
})

it('leaves a picture that took too much alone for an hour', async () => {
  let time = Date.now()
  await using ghost = await startPictureHost({ [path]: avif })
  await using site = await startSite({ ...ghost.env, MEDIA_MEMORY_MB: '64' }, () => time)
  for (const [wait, count] of [
    [0, 1],
    [3_599_000, 1],
    [2000, 2],
  ] as const) {
    time += wait
    expect((await request(site.app).get(inVariant('w320'))).status).toBe(502)
    expect(ghost.asked).toHaveLength(count)
  }
})

it('makes a WebP of what would take too much memory as AVIF', async () => {
  const photo = await flat(2400, 2000).jpeg().toBuffer()
  await using ghost = await startPictureHost({ [path]: photo })
  await using site = await startSite(ghost.env)
  const types = async (accept: string) => {
    const { status, type } = await request(site.app).get(inVariant('w2400')).set('Accept', accept)
    return [status, type]
  }
  expect(await types('image/avif,image/webp')).toEqual([200, 'image/webp'])
  expect(await types('image/avif')).toEqual([200, 'image/jpeg'])
})

/** The most that each process has had in memory, in bytes, by its id: the site's and its children's. */
async function readPeaks(pid: number, peaks: Map<number, number>): Promise<void> {
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/status`, 'utf8').catch(() => '') : ''
    const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? []
    const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(status) ?? []
    if (Number(name) === pid || Number(parent) === pid) peaks.set(Number(name), 1024 * Number(kibibytes ?? 0))
  }
}

/** The length of a picture, which is asked for again as long as it is said to come later. */
async function lengthOf(url: string): Promise<number> {
  const answer = await fetch(url)
  const { byteLength } = await answer.arrayBuffer()
  if (answer.status === 503) return sleep(1000).then(() => lengthOf(url))
  expect(answer.status).toBe(200)
  return byteLength
}

it('makes eight pictures of 18 MB that are asked for at once within what compose.yaml gives an instance', async () => {
  const [width, height] = [2450, 2450]
  const noise = await sharp(randomBytes(3 * width * height), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(18_000_000)
  const names = Array.from({ length: 8 }, (_, index) => `/content/images/${index}.png`)
  await using ghost = await startPictureHost(Object.fromEntries(names.map((name) => [name, noise])))
  await using folder = await temporaryFolder()
  const env = { MEDIA_DIR: folder.path, GHOST_TIMEOUT_MS: '60000' }
  await using site = await startBuiltSite({ ...ghost.env, ...env })
  const peaks = new Map<number, number>()
  let done = false
  const watched = (async () => {
    while (!done) await readPeaks(site.pid, peaks)
  })()
  const lengths = await Promise.all(names.map((name) => lengthOf(`${site.url}/media/w1280${name}`)))
  done = true
  await watched
  expect(Math.min(...lengths)).toBeGreaterThan(1000)
  // One picture is made at a time, so at most the largest child adds to the site, though their peaks need not coincide.
  const { [String(site.pid)]: own = 0, ...children } = Object.fromEntries(peaks)
  expect(Object.keys(children).length).toBeGreaterThan(0)
  expect(own + Math.max(...Object.values(children))).toBeLessThan(512 * 1024 * 1024)
  expect(own).toBeLessThan(220 * 1024 * 1024)
  // No original is left behind.
  expect(await readdir(folder.path)).not.toContainEqual(expect.stringMatching(/part$/))
}, 60_000)
