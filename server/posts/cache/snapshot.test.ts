import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '../../runtime/log.ts'
import { createSnapshot } from './snapshot.ts'
import { createSnapshotFolder } from './snapshot-folder.ts'
import { storedFormat } from './stored-post.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const lifeMs = 3_600_000
const one = 'ab'.repeat(16)

const list = (html = '<p>Corps</p>') => [storedPostOf('a', { html }), storedPostOf('b')]

/** A process of the site on a folder; `identity` is what the site and its Ghost are. */
function startProcess(directory: string, { identity = ownId, maxBytes = 1_000_000 } = {}) {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const store = createSnapshotFolder(directory, lifeMs, () => noon)
  const snapshot = createSnapshot({ store, identity, maxBytes, lifeMs, log: createLog('info', sink) })
  /** Saves, and waits until that can be read. */
  const save = async (posts = list(), readAt = noon) => {
    snapshot.save('fr', posts, readAt)
    await expect.poll(() => snapshot.read('fr'), { interval: 1 }).toEqual({ posts, readAt })
  }
  const reported = () => lines.map((line) => JSON.parse(line) as object)
  return { ...snapshot, begin: snapshot.save, save, lines, reported }
}

const warningOf = (words: string, fields = {}): unknown =>
  expect.objectContaining({ level: 40, msg: expect.stringContaining(words), ...fields })

/** A folder in which a process has saved its French list, and the file. */
async function savedIn(directory: string, posts = list()): Promise<string> {
  await startProcess(directory).save(posts)
  const files = await readdir(directory)
  expect(files).toEqual([`${ownId}-${storedFormat}-fr.json`])
  return join(directory, files[0] ?? '')
}

it.each([list(), []])(
  'gives the next process the posts and the time of their reading, and no other user',
  async (...posts) => {
    await using folder = await temporaryFolder()
    const directory = join(folder.path, 'posts')
    const file = await savedIn(directory, posts)
    const next = startProcess(directory)
    expect([await next.read('fr'), await next.read('en')]).toEqual([{ posts, readAt: noon }, null])
    expect(next.lines).toEqual([])
    const modes = [await stat(directory), await stat(file)].map(({ mode }) => mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ readAt: noon, posts })
  },
)

it('reads a file of an older build, which begins with a signature, and writes it without one', async () => {
  await using folder = await temporaryFolder()
  const file = await savedIn(folder.path)
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${'aB3-_'.padEnd(43, 'x')}\n${text}`)
  const next = startProcess(folder.path)
  expect(await next.read('fr')).toEqual({ posts: list(), readAt: noon })
  next.begin('fr', list(), noon)
  await expect.poll(() => readFile(file, 'utf8')).toBe(text)
  expect(next.lines).toEqual([])
})

it('ignores a damaged file, says so once, and writes it anew', async () => {
  await using folder = await temporaryFolder()
  const file = await savedIn(folder.path)
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20))
  const next = startProcess(folder.path)
  for (let time = 0; time < 2; time += 1) expect(await next.read('fr')).toBeNull()
  expect(next.reported()).toEqual([warningOf('Ignored invalid stored list')])
  await next.save()
})

it('shows nothing of another site in the same folder', async () => {
  await using folder = await temporaryFolder()
  await savedIn(folder.path)
  const other = startProcess(folder.path, { identity: 'cd'.repeat(16) })
  expect(await other.read('fr')).toBeNull()
  await other.save(list('<p>Autre</p>'))
  expect(await readdir(folder.path)).toHaveLength(2)
  expect((await startProcess(folder.path).read('fr'))?.posts).toEqual(list())
})

it('stores no list above the limit, logs that once, and keeps the earlier list until it is too old', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path, { maxBytes: 2500 })
  await site.save(list(), noon)
  for (const times of [2, 3]) site.begin('fr', list('x'.repeat(1000 * times)), noon + times)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_MAX_MB')])
  expect(await site.read('fr')).toEqual({ posts: list(), readAt: noon })
  await site.save(list(), noon + 60_000)
  expect(site.lines).toHaveLength(1)
})

it('removes old files and incomplete files of killed processes at startup, and nothing else', async () => {
  await using folder = await temporaryFolder()
  const part = `${ownId}-1-fr.json.7b2f6f6c-0000-4000-8000-000000000000.part`
  const youngPart = `${ownId}-1-fr.json.7b2f6f6c-0000-4000-8000-000000000001.part`
  for (const [name, age] of [
    [`${ownId}-1-fr.json`, 3601],
    [part, 3601],
    [youngPart, 10],
    ['notes.txt', 99_999],
  ] as const) {
    await writeFile(join(folder.path, name), '{}')
    await utimes(join(folder.path, name), noon / 1000 - age, noon / 1000 - age)
  }
  startProcess(folder.path)
  await expect.poll(async () => (await readdir(folder.path)).sort()).toEqual([youngPart, 'notes.txt'].sort())
})

it('writes an unchanged list again after a tenth of its lifetime', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  await site.save()
  site.begin('fr', list(), noon + lifeMs / 10 - 1)
  site.begin('en', list(), noon)
  await expect.poll(() => site.read('en')).not.toBeNull()
  expect(await site.read('fr')).toMatchObject({ readAt: noon })
  await site.save(list(), noon + lifeMs / 10)
  // The clock was corrected.
  await site.save(list(), noon - lifeMs)
})

it('keeps the last of several lists that come at once', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  for (const words of ['un', 'deux']) site.begin('fr', list(words), noon)
  await site.save(list('trois'))
  expect((await startProcess(folder.path).read('fr'))?.posts).toEqual(list('trois'))
})

it('says once that it cannot write, and writes the same list as soon as it can', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'file', 'posts')
  await writeFile(join(folder.path, 'file'), '')
  const site = startProcess(directory)
  for (const words of ['un', 'deux', 'trois']) site.begin('fr', list(words), noon)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_DIR', { reason: 'ENOTDIR' })])
  await rm(join(folder.path, 'file'))
  await mkdir(join(folder.path, 'file'))
  await site.save(list('trois'))
  expect(site.lines).toHaveLength(1)
})

it('lets two processes share a folder', async () => {
  await using folder = await temporaryFolder()
  const [first, second] = [startProcess(folder.path), startProcess(folder.path)]
  for (let round = 0; round < 20; round += 1)
    await Promise.all([first.save(list(`<p>${round}</p>`)), second.save(list(`<p>${round}</p>`))])
  // Each process may read the other's equal file while its own is being written.
  await expect.poll(() => readdir(folder.path)).toHaveLength(1)
})
