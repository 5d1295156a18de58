import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readdir, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLog } from '../../server/runtime/log.ts'
import { createDiskStore } from '../../server/media/disk-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const log = createLog('silent')
const bytes = Buffer.from('0123456789')
const secret = Buffer.alloc(32, 'a')
/** The digest of a PNG that is kept under a key. */
const digestOf = (key: string, content = bytes, by = secret) =>
  createHmac('sha256', by).update(`${key}.png.`).update(content).digest('hex').slice(0, 32)
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 32)
const keys = Array.from({ length: 20 }, (_, index) => createHash('md5').update(String(index)).digest('hex'))
const filesIn = async (path: string) => (await readdir(path)).map((name) => name.slice(0, 32)).sort()

it('keeps, of files that another process has left, those that were used last', async () => {
  await using folder = await temporaryFolder()
  for (const [age, key] of keys.entries()) {
    const path = join(folder.path, `${key}.${digestOf(key)}.png`)
    await writeFile(path, bytes)
    await utimes(path, 1_000_000 - age, 1_000_000 - age)
  }
  const store = createDiskStore(folder.path, 50, secret, log, () => 1_000_000_000)
  const kept = await Promise.all(keys.map(async (key) => (await store.get(key)) !== null))
  expect(kept).toEqual(keys.map((_, age) => age < 5))
  await expect.poll(() => filesIn(folder.path)).toEqual(keys.slice(0, 5).sort())
})

it('keeps within its bound, and gives up first what was used longest ago, also after a restart', async () => {
  await using folder = await temporaryFolder()
  // The files' own times begin now.
  let now = Date.now()
  const open = () => createDiskStore(folder.path, 25, secret, log, () => now)
  const [a = '', b = '', c = '', d = ''] = keys
  const store = open()
  for (const key of [a, b]) await store.put(key, { format: 'png', bytes, size: null })
  now += 7_200_000
  expect(await store.get(a)).not.toBeNull()
  await store.put(c, { format: 'png', bytes, size: null })
  await expect.poll(() => filesIn(folder.path)).toEqual([a, c].sort())
  const usedAt = async () => Math.round((await stat(join(folder.path, `${a}.${digestOf(a)}.png`))).mtimeMs)
  await expect.poll(usedAt).toBe(now)
  await open().put(d, { format: 'png', bytes, size: null })
  await expect.poll(() => filesIn(folder.path)).toEqual([a, d].sort())
})

it('clears away what a process left half-written, and nothing that is not its own', async () => {
  await using folder = await temporaryFolder()
  const [key = ''] = keys
  const foreign = ['README', 'film.part', `${key}.${digestOf(key)}.png.new.part`]
  const abandoned = `${key}.${digestOf(key)}.png.${randomUUID()}.part`
  for (const name of [...foreign, abandoned]) {
    await writeFile(join(folder.path, name), 'x')
    await utimes(join(folder.path, name), 1, 1)
  }
  expect(await createDiskStore(folder.path, 25, secret, log, Date.now).get(key)).toBeNull()
  expect((await readdir(folder.path)).sort()).toEqual(foreign.sort())
})

it('gives a picture back where no folder can ever be made', async () => {
  const store = createDiskStore('/proc/nordet/media', 50, secret, log, Date.now)
  const [key = ''] = keys
  expect(await store.put(key, { format: 'png', bytes, size: null })).toEqual({
    format: 'png',
    bytes,
    size: null,
    digest: digestOf(key),
  })
})

it('stores nothing that is larger than its bound, and gives nothing up for it', async () => {
  await using folder = await temporaryFolder()
  const store = createDiskStore(folder.path, 10, secret, log, Date.now)
  const [small = '', large = ''] = keys
  const stored = { format: 'png', bytes, size: null, digest: digestOf(small) }
  expect(await store.put(small, { format: 'png', bytes, size: null })).toEqual(stored)
  expect((await store.put(large, { format: 'png', bytes: Buffer.alloc(11), size: null })).bytes).toHaveLength(11)
  expect(await filesIn(folder.path)).toEqual([small])
  expect(await store.get(small)).toEqual(stored)
})

it('keeps one file of a picture that others have encoded otherwise, the one that was used last', async () => {
  await using folder = await temporaryFolder()
  const [key = ''] = keys
  const [former, latter] = [Buffer.from('abcdefghij'), bytes]
  for (const [age, content] of [latter, former].entries()) {
    const path = join(folder.path, `${key}.${digestOf(key, content)}.png`)
    await writeFile(path, content)
    await utimes(path, 1_000_000 - age, 1_000_000 - age)
  }
  const store = createDiskStore(folder.path, 50, secret, log, () => 1_000_000_000)
  expect(await store.get(key)).toMatchObject({ digest: digestOf(key) })
  await expect.poll(() => readdir(folder.path)).toEqual([`${key}.${digestOf(key)}.png`])
  await store.put(key, { format: 'png', bytes: former, size: null })
  await expect.poll(() => readdir(folder.path)).toEqual([`${key}.${digestOf(key, former)}.png`])
})

it.each([
  ['with a digest that needs no secret', (key: string) => `${key}.${sha(bytes)}.png`],
  ['proved with another secret', (key: string) => `${key}.${digestOf(key, bytes, Buffer.alloc(32, 'b'))}.png`],
  ['of another picture', (key: string) => `${key}.${digestOf(keys[1] ?? '')}.png`],
  ['under another format', (key: string) => `${key}.${digestOf(key)}.svg`],
])('takes a file %s for none, and removes it', async (_what, nameOf) => {
  await using folder = await temporaryFolder()
  const [key = ''] = keys
  await writeFile(join(folder.path, nameOf(key)), bytes)
  const store = createDiskStore(folder.path, 50, secret, log, Date.now)
  expect(await store.get(key)).toBeNull()
  await expect.poll(() => readdir(folder.path)).toEqual([])
})

it('knows the size of a picture that another process has kept, and believes no other', async () => {
  await using folder = await temporaryFolder()
  const open = () => createDiskStore(folder.path, 50, secret, log, Date.now)
  const [key = ''] = keys
  const kept = await open().put(key, { format: 'png', bytes, size: { width: 120, height: 40 } })
  expect(await open().get(key)).toEqual(kept)
  const name = `${key}.${kept.digest}.120x40.png`
  await rename(join(folder.path, name), join(folder.path, name.replace('120x40', '9x9')))
  expect(await open().get(key)).toBeNull()
})
