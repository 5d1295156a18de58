import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '../../runtime/log.ts'
import { createSnapshot } from './snapshot.ts'
import { createSnapshotFolder } from './snapshot-folder.ts'
import { storedFormat } from './stored-post.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { folderForTest } from '../../../test/support/folder-for-test.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const lifeMs = 3_600_000
const ownId = 'ab'.repeat(16)

const list = (html = '<p>Corps</p>') => [storedPostOf('a', { html }), storedPostOf('b')]

/** A process of the site on a folder; `identity` identifies the site and its Ghost. */
function startProcess(directory: string, { identity = ownId, maxBytes = 1_000_000 } = {}) {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const store = createSnapshotFolder(directory, lifeMs, () => noon)
  const snapshot = createSnapshot({ store, identity, maxBytes, lifeMs, log: createLog('info', sink) })
  /** Saves, and waits until the list can be read. */
  const save = async (posts = list(), readAt = noon) => {
    snapshot.save('fr', posts, readAt)
    await expect.poll(() => snapshot.read('fr'), { interval: 1 }).toEqual({ posts, readAt })
  }
  const reported = () => lines.map((line) => JSON.parse(line) as object)
  return { ...snapshot, begin: snapshot.save, save, lines, reported }
}

const warningOf = (words: string, fields = {}): unknown =>
  expect.objectContaining({ level: 40, msg: expect.stringContaining(words), ...fields })

/** A folder with the saved French list of a process, and its file. */
async function savedIn(directory: string, posts = list()): Promise<string> {
  await startProcess(directory).save(posts)
  const files = await readdir(directory)
  expect(files).toEqual([`${ownId}-${storedFormat}-fr.json`])
  return join(directory, files[0] ?? '')
}

it.each([list(), []])('gives the posts and their time to the next process, and to no other user', async (...posts) => {
  const directory = join(await folderForTest(), 'posts')
  const file = await savedIn(directory, posts)
  const next = startProcess(directory)
  expect([await next.read('fr'), await next.read('en')]).toEqual([{ posts, readAt: noon }, null])
  const modes = [await stat(directory), await stat(file)].map(({ mode }) => mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
  const text = await readFile(file, 'utf8')
  expect(JSON.parse(text)).toEqual({ readAt: noon, posts })
  // Older builds began the file with a signature.
  await writeFile(file, `${'aB3-_'.padEnd(43, 'x')}\n${text}`)
  expect(await next.read('fr')).toEqual({ posts, readAt: noon })
  next.begin('fr', posts, noon)
  await expect.poll(() => readFile(file, 'utf8')).toBe(text)
  expect(next.lines).toEqual([])
})

it('ignores a damaged file, reports it once, and rewrites it', async () => {
  const directory = await folderForTest()
  const file = await savedIn(directory)
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20))
  const next = startProcess(directory)
  for (let time = 0; time < 2; time += 1) expect(await next.read('fr')).toBeNull()
  expect(next.reported()).toEqual([warningOf('Ignored invalid stored list')])
  await next.save()
})

it('ignores the list of another site in the same folder', async () => {
  const directory = await folderForTest()
  await savedIn(directory)
  const other = startProcess(directory, { identity: 'cd'.repeat(16) })
  expect(await other.read('fr')).toBeNull()
  await other.save(list('<p>Autre</p>'))
  expect(await readdir(directory)).toHaveLength(2)
  expect((await startProcess(directory).read('fr'))?.posts).toEqual(list())
})

it('does not save a list above the maximum size, reports it once, and keeps the previous one', async () => {
  const directory = await folderForTest()
  const site = startProcess(directory, { maxBytes: 2500 })
  await site.save(list(), noon)
  for (const times of [2, 3]) site.begin('fr', list('x'.repeat(1000 * times)), noon + times)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_MAX_MB')])
  expect(await site.read('fr')).toEqual({ posts: list(), readAt: noon })
  await site.save(list(), noon + 60_000)
  expect(site.lines).toHaveLength(1)
})

it('deletes only outdated and unfinished files at its start', async () => {
  const directory = await folderForTest()
  const part = `${ownId}-1-fr.json.7b2f6f6c-0000-4000-8000-000000000000.part`
  const youngPart = `${ownId}-1-fr.json.7b2f6f6c-0000-4000-8000-000000000001.part`
  const ages = { [`${ownId}-1-fr.json`]: 3601, [part]: 3601, [youngPart]: 10, 'notes.txt': 99_999 }
  for (const [name, age] of Object.entries(ages)) {
    await writeFile(join(directory, name), '{}')
    await utimes(join(directory, name), noon / 1000 - age, noon / 1000 - age)
  }
  startProcess(directory)
  await expect.poll(async () => (await readdir(directory)).sort()).toEqual([youngPart, 'notes.txt'].sort())
})

it('rewrites an unchanged list after a tenth of its lifetime', async () => {
  const directory = await folderForTest()
  const site = startProcess(directory)
  await site.save()
  site.begin('fr', list(), noon + lifeMs / 10 - 1)
  site.begin('en', list(), noon)
  await expect.poll(() => site.read('en')).not.toBeNull()
  expect(await site.read('fr')).toMatchObject({ readAt: noon })
  await site.save(list(), noon + lifeMs / 10)
  // The clock was corrected.
  await site.save(list(), noon - lifeMs)
})

it('reports once that it cannot write, and writes the list as soon as it can', async () => {
  const file = join(await folderForTest(), 'file')
  await writeFile(file, '')
  const site = startProcess(join(file, 'posts'))
  for (const words of ['un', 'deux', 'trois']) site.begin('fr', list(words), noon)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_DIR', { reason: 'ENOTDIR' })])
  await rm(file)
  await mkdir(file)
  await site.save(list('trois'))
  expect(site.lines).toHaveLength(1)
})

it('stores the last of several lists that two processes save at once', async () => {
  const directory = await folderForTest()
  const processes = [startProcess(directory), startProcess(directory)]
  for (let round = 0; round < 20; round += 1) {
    for (const { begin } of processes) begin('fr', list('avant'), noon)
    await Promise.all(processes.map(({ save }) => save(list(`${round}`))))
  }
  // Each process reads the other's equal copy while its own file is being written.
  await expect.poll(() => readdir(directory)).toHaveLength(1)
  await expect.poll(() => startProcess(directory).read('fr')).toMatchObject({ posts: list('19') })
})
