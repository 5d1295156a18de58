import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { photograph, startPictureHost } from '../support/picture-host.ts'
import { startSite } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const photo = await photograph(900, 600).jpeg().toBuffer()
/** A picture that no format makes small: some 400 KB as PNG. */
const noise = await photograph(450, 450).sharpen({ sigma: 9 }).png().toBuffer()
const names = ['a', 'b', 'c', 'd']
const pages = { '/content/images/photo.jpg': photo }
const noisy = Object.fromEntries(names.map((name) => [`/content/images/${name}.png`, noise]))

async function get(app: Parameters<typeof request>[0], path: string) {
  const { status, headers } = await request(app).get(path).responseType('blob')
  return { status, etag: (headers as Record<string, string>).etag }
}

/** Only a clock that moves shows which of two was used first; it begins now, as the files' own times do. */
function clock() {
  const time = { now: Date.now() }
  return { now: () => time.now, wait: (hours: number) => void (time.now += hours * 3_600_000) }
}

it('keeps pictures over a restart, whole and under names that prove them', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  const env = { ...ghost.env, MEDIA_DIR: join(folder.path, 'deep', 'down'), MEDIA_MAX_MB: '10' }
  const path = '/media/w680/content/images/photo.jpg'
  await using site = await startSite(env)
  const first = await get(site.app, path)
  const files = await readdir(env.MEDIA_DIR)
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.[0-9a-f]{32}\.jpeg$/)])
  expect(first).toEqual({ status: 200, etag: `"${files[0]?.split('.')[1]}"` })

  await using again = await startSite(env)
  expect(await get(again.app, path)).toEqual(first)
  expect(ghost.asked).toHaveLength(1)
})

it('makes a picture anew where its file is damaged or gone', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  await using site = await startSite({ ...ghost.env, MEDIA_DIR: folder.path, MEDIA_MAX_MB: '10' })
  const path = '/media/w680/content/images/photo.jpg'
  const first = await get(site.app, path)
  const [name = ''] = await readdir(folder.path)
  const whole = await readFile(join(folder.path, name))
  await writeFile(join(folder.path, name), whole.subarray(0, 100))
  expect(await get(site.app, path)).toEqual(first)
  expect(ghost.asked).toHaveLength(2)
  // The damaged file went, the new one stays.
  expect(await get(site.app, path)).toEqual(first)
  expect(ghost.asked).toHaveLength(2)
  expect(await readFile(join(folder.path, name))).toEqual(whole)
})

it('keeps within its bound, and gives up first what was used longest ago, also after a restart', async () => {
  await using ghost = await startPictureHost(noisy)
  await using folder = await temporaryFolder()
  const { now, wait } = clock()
  const env = { ...ghost.env, MEDIA_DIR: folder.path, MEDIA_MAX_MB: '1' }
  const get_ = async (site: Awaited<ReturnType<typeof startSite>>, name: string) => {
    expect((await get(site.app, `/media/content/images/${name}.png`)).status).toBe(200)
    const made = ghost.asked.splice(0).length > 0
    wait(2)
    return made
  }
  const sizes = async () => {
    const files = await readdir(folder.path)
    return Promise.all(files.map(async (file) => (await stat(join(folder.path, file))).size))
  }
  {
    await using site = await startSite(env, now)
    for (const name of ['a', 'b']) expect(await get_(site, name)).toBe(true)
    const [one = 0] = await sizes()
    expect(one).toBeGreaterThan(1024 * 1024 * 0.34)
    expect(one).toBeLessThan(1024 * 1024 * 0.5)
    expect(await get_(site, 'a')).toBe(false)
    // b was used longest ago.
    expect(await get_(site, 'c')).toBe(true)
    await expect.poll(sizes).toHaveLength(2)
    expect(await get_(site, 'a')).toBe(false)
  }
  await using site = await startSite(env, now)
  expect(await get_(site, 'd')).toBe(true)
  await expect.poll(sizes).toHaveLength(2)
  expect(await get_(site, 'a')).toBe(false)
  expect(await get_(site, 'c')).toBe(true)
})

it('clears away what a process left half-written, and nothing that is not its own', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  const put = async (name: string, age: number) => {
    await writeFile(join(folder.path, name), 'x')
    const then = Date.now() / 1000 - age
    await utimes(join(folder.path, name), then, then)
  }
  await put(`${'0'.repeat(32)}.${'0'.repeat(32)}.avif.${randomUUID()}.part`, 3600)
  await put('film.part', 3600)
  await put(`${'1'.repeat(32)}.${'0'.repeat(32)}.avif.new.part`, 0)
  await put('README', 3600)
  await using site = await startSite({ ...ghost.env, MEDIA_DIR: folder.path, MEDIA_MAX_MB: '10' })
  expect((await get(site.app, '/media/content/images/photo.jpg')).status).toBe(200)
  const rest = (await readdir(folder.path)).filter((name) => !name.endsWith('.jpeg')).sort()
  expect(rest).toEqual([expect.stringMatching(/new\.part$/), 'README', 'film.part'])
})

it('shows pictures all the same where none can be stored, and says so once', async () => {
  await using ghost = await startPictureHost({ ...pages, ...noisy })
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  await using site = await startSite({ ...ghost.env, MEDIA_DIR: join(folder.path, 'file'), MEDIA_MAX_MB: '10' })
  for (const name of ['photo.jpg', 'a.png', 'photo.jpg']) {
    expect((await get(site.app, `/media/content/images/${name}`)).status).toBe(200)
  }
  expect(ghost.asked).toHaveLength(3)
  expect(site.logged().match(/pictures cannot be stored in MEDIA_DIR/g)).toHaveLength(1)
  expect(await readdir(folder.path)).toEqual(['file'])
})

it('stores nothing where it may store nothing', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  await using site = await startSite({ ...ghost.env, MEDIA_DIR: folder.path, MEDIA_MAX_MB: '0' })
  expect((await get(site.app, '/media/content/images/photo.jpg')).status).toBe(200)
  expect(await readdir(folder.path)).toEqual([])
})
