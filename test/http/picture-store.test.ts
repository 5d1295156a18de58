import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { photograph, startPictureHost } from '../support/picture-host.ts'
import { startSite } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const photo = await photograph(900, 600).jpeg().toBuffer()
const pages = { '/content/images/photo.jpg': photo, '/content/images/a.png': await photograph(90, 60).png().toBuffer() }

async function get(app: Parameters<typeof request>[0], path: string) {
  const { status, headers } = await request(app).get(path).responseType('blob')
  return { status, etag: (headers as Record<string, string>).etag }
}

it('keeps pictures over a restart, whole and under names that prove them', async () => {
  await using ghost = await startPictureHost(pages)
  await using folder = await temporaryFolder()
  const env = { ...ghost.env, MEDIA_DIR: join(folder.path, 'deep', 'down'), MEDIA_MAX_MB: '10' }
  const path = '/media/w680/content/images/photo.jpg'
  await using site = await startSite(env)
  const first = await get(site.app, path)
  const files = await readdir(env.MEDIA_DIR)
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.[0-9a-f]{32}\.680x453\.jpeg$/)])
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

it('shows pictures all the same where none can be stored, and says so once', async () => {
  await using ghost = await startPictureHost(pages)
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
