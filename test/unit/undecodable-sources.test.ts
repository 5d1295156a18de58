import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createUndecodableSources } from '../../server/media/undecodable-sources.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const picture = new URL('https://ghost.example.com/content/images/a.png')
const other = new URL('https://ghost.example.com/content/images/b.png')
const hour = 3_600_000

it.each([['a folder'], ['none']])('knows a source for an hour, with %s', async (where) => {
  await using folder = await temporaryFolder()
  let time = Date.now()
  const directory = where === 'none' ? null : join(folder.path, 'media')
  const sources = createUndecodableSources({ directory, memoryBytes: 1, now: () => time })
  expect(await sources.has(picture)).toBe(false)
  await sources.add(picture)
  expect([await sources.has(picture), await sources.has(other)]).toEqual([true, false])
  time += hour - 1
  expect(await sources.has(picture)).toBe(true)
  time += 2
  expect(await sources.has(picture)).toBe(false)
  if (directory !== null) await expect.poll(() => readdir(directory)).toEqual([])
})

it('knows it after a restart for what is left of the hour, and no longer where the clock was set back', async () => {
  await using folder = await temporaryFolder()
  let time = 1_700_000_000_000
  const options = { directory: folder.path, memoryBytes: 1, now: () => time }
  await createUndecodableSources(options).add(picture)
  time += hour / 2
  const again = createUndecodableSources(options)
  expect(await again.has(picture)).toBe(true)
  time += hour / 2 + 1
  expect(await again.has(picture)).toBe(false)

  await createUndecodableSources(options).add(picture)
  time -= 10 * hour
  const earlier = createUndecodableSources(options)
  expect(await earlier.has(picture)).toBe(true)
  time += hour + 1
  expect(await earlier.has(picture)).toBe(false)
})

it('tries it again with more memory', async () => {
  await using folder = await temporaryFolder()
  const options = { directory: folder.path, memoryBytes: 1, now: Date.now }
  await createUndecodableSources(options).add(picture)
  expect(await createUndecodableSources({ ...options, memoryBytes: 2 }).has(picture)).toBe(false)
})

it('clears away its own files alone, once their hour is over', async () => {
  await using folder = await temporaryFolder()
  const names = [`${'0'.repeat(32)}.undecodable`, 'film.undecodable', `${'0'.repeat(32)}.${'0'.repeat(32)}.png`]
  for (const name of names) {
    await writeFile(join(folder.path, name), '')
    await utimes(join(folder.path, name), 1, 1)
  }
  const sources = createUndecodableSources({ directory: folder.path, memoryBytes: 1, now: Date.now })
  expect(await sources.has(picture)).toBe(false)
  expect((await readdir(folder.path)).sort()).toEqual(names.slice(1).sort())
})

it('keeps a bounded number of files', async () => {
  await using folder = await temporaryFolder()
  const sources = createUndecodableSources({ directory: folder.path, memoryBytes: 1, now: Date.now })
  for (let index = 0; index <= 1000; index += 1) await sources.add(new URL(String(index), picture))
  await expect.poll(() => readdir(folder.path)).toHaveLength(1000)
  expect(await sources.has(new URL('0', picture))).toBe(false)
})

it('knows it without a file where none can be written', async () => {
  const sources = createUndecodableSources({ directory: '/proc/nordet/media', memoryBytes: 1, now: Date.now })
  await sources.add(picture)
  expect(await sources.has(picture)).toBe(true)
})
