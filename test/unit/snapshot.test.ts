import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createSeal, type Seal } from '../../server/posts/cache/seal.ts'
import { createSnapshot } from '../../server/posts/cache/snapshot.ts'
import { storedFormat } from '../../server/posts/cache/stored-post.ts'
import { storedPostOf } from '../support/stored-post.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const long = 'x'.repeat(1000)

const list = (html = '<p>Corps</p>') => [storedPostOf('a', { html }), storedPostOf('b')]

const own = createSeal(Buffer.alloc(32, 'a'))
const foreign = createSeal(Buffer.alloc(32, 'b'))

/** What the French list is sealed as. */
const label = JSON.stringify(['one', storedFormat, 'list', 'fr'])

/** A process of the site on a folder; `identity` is what the site and its Ghost are. */
function startProcess(directory: string, { identity = 'one', seal = own, now = noon, maxBytes = 1_000_000 } = {}) {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const log = createLog('info', sink)
  const snapshot = createSnapshot({ directory, identity, seal, maxBytes, lifeMs: 3_600_000, log, now: () => now })
  /** Until what is saved last can be read. */
  const save = async (posts = list(), readAt = noon) => {
    snapshot.save('fr', posts, readAt)
    await expect.poll(() => snapshot.read('fr')).toEqual({ posts, readAt })
  }
  const reported = () => lines.map((line) => JSON.parse(line) as object)
  return { ...snapshot, begin: snapshot.save, save, lines, reported }
}

const warningOf = (variable: string, fields = {}): unknown =>
  expect.objectContaining({ level: 40, msg: expect.stringContaining(variable), ...fields })

const filesIn = async (directory: string) => (await readdir(directory)).sort()

/** A folder in which a process has saved its French list, and the file. */
async function savedIn(directory: string, posts = list()): Promise<string> {
  await startProcess(directory).save(posts)
  const files = await readdir(directory)
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)])
  return join(directory, files[0] ?? '')
}

it.each([list(), []])('gives the next process what this one has read, as of then', async (...posts) => {
  await using folder = await temporaryFolder()
  await savedIn(folder.path, posts)
  const next = startProcess(folder.path, { now: noon + 60_000 })
  expect(await next.read('fr')).toEqual({ posts, readAt: noon })
  expect(await next.read('en')).toBeNull()
  expect(next.lines).toEqual([])
})

it('lets its owner alone read it, and holds nothing but the posts', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'posts')
  const file = await savedIn(directory)
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [text = '', ...seals] = (await readFile(file, 'utf8')).split('\n')
  expect(JSON.parse(text)).toEqual(list())
  expect(seals).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
})

/** The same text, with another seal. */
function resealed(text: string, seal: Seal, name = label): string {
  return [...seal.sealed(name, [text.replace(/\n.*$/, '')])].join('')
}

it('reads what is sealed as its own', async () => {
  await using folder = await temporaryFolder()
  const text = await readFile(await savedIn(folder.path), 'utf8')
  expect(resealed(text, own)).toBe(text)
})

it.each<[string, (text: string) => string]>([
  ['empty', () => ''],
  ['cut off', (text) => text.slice(0, -20)],
  ['something else', () => '{"posts":[]}'],
  ['changed by hand', (text) => text.replace('Corps', 'Autre')],
  ['without its seal', (text) => text.replace(/\n.*$/, '')],
  ['with an empty seal', (text) => text.replace(/\n.*$/, '\n')],
  ['sealed as another', (text) => resealed(text, own, label.replace('"fr"', '"en"'))],
  ['sealed with another key', (text) => resealed(text, foreign)],
  ['a list of another shape', (text) => resealed(text.replace('"slug":"a",', ''), own)],
])('ignores a file that is %s, says so once, and writes it anew', async (_name, damage) => {
  await using folder = await temporaryFolder()
  const file = await savedIn(folder.path)
  await writeFile(file, damage(await readFile(file, 'utf8')))
  const next = startProcess(folder.path)
  for (let time = 0; time < 2; time += 1) expect(await next.read('fr')).toBeNull()
  expect(next.reported()).toEqual([warningOf('POSTS_DIR')])
  await next.save()
})

it('shows nothing of another site in the same folder', async () => {
  await using folder = await temporaryFolder()
  await savedIn(folder.path)
  const other = startProcess(folder.path, { identity: 'another' })
  expect(await other.read('fr')).toBeNull()
  await other.save(list('<p>Autre</p>'))
  expect(await readdir(folder.path)).toHaveLength(2)
  expect((await startProcess(folder.path).read('fr'))?.posts).toEqual(list())
})

it('keeps no list that is larger than its bound, nor what that was before, and says so once', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path, { maxBytes: 2500 })
  await site.save(list(), noon)
  for (const times of [2, 3]) site.begin('fr', list(long.repeat(times)), noon + times)
  await expect.poll(() => readdir(folder.path)).toEqual([])
  await expect.poll(site.reported).toEqual([warningOf('POSTS_MAX_MB')])
  await site.save(list(), noon + 60_000)
  expect(site.lines).toHaveLength(1)
})

it('counts both lists towards its bound', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path, { maxBytes: 2000 })
  await site.save()
  site.begin('en', list(), noon)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_MAX_MB')])
  expect(await site.read('en')).toBeNull()
})

it('reads none that is larger than its bound has become', async () => {
  await using folder = await temporaryFolder()
  await savedIn(folder.path, list(long))
  expect(await startProcess(folder.path, { maxBytes: 500 }).read('fr')).toBeNull()
})

it('removes at its start what is too old, and what a killed process has left half written; nothing else', async () => {
  await using folder = await temporaryFolder()
  const hash = 'ab'.repeat(16)
  const part = `${hash}.json.7b2f6f6c-0000-4000-8000-000000000000.part`
  const youngPart = `${hash}.json.7b2f6f6c-0000-4000-8000-000000000001.part`
  for (const [name, age] of [
    [`${hash}.json`, 3601],
    [part, 601],
    [youngPart, 10],
    ['notes.txt', 99_999],
  ] as const) {
    await writeFile(join(folder.path, name), '{}')
    await utimes(join(folder.path, name), noon / 1000 - age, noon / 1000 - age)
  }
  startProcess(folder.path)
  await expect.poll(() => filesIn(folder.path)).toEqual([youngPart, 'notes.txt'].sort())
})

it('does not write again what has not changed, but notes when it was read', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  await site.save()
  const inode = async () => (await stat(join(folder.path, (await readdir(folder.path))[0] ?? ''))).ino
  const before = await inode()
  await site.save(list(), noon + 60_000)
  expect(await inode()).toBe(before)
  await site.save(list('<p>Autre</p>'), noon + 60_001)
  expect(await inode()).not.toBe(before)
})

it('keeps the last of several that come at once', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  for (const words of ['un', 'deux']) site.begin('fr', list(words), noon)
  await site.save(list('trois'))
  expect((await startProcess(folder.path).read('fr'))?.posts).toEqual(list('trois'))
})

it('says once that it cannot write, and writes again as soon as it can', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'file', 'posts')
  await writeFile(join(folder.path, 'file'), '')
  const site = startProcess(directory)
  for (const words of ['un', 'deux', 'trois']) site.begin('fr', list(words), noon)
  await expect.poll(site.reported).toEqual([warningOf('POSTS_DIR', { reason: 'ENOTDIR' })])
  await rm(join(folder.path, 'file'))
  await mkdir(join(folder.path, 'file'))
  await site.save()
  expect(site.lines).toHaveLength(1)
})

it('gives up where no folder can ever be made', async () => {
  const site = startProcess('/proc/nordet/posts')
  site.begin('fr', list(), noon)
  await expect.poll(site.reported).toEqual([expect.objectContaining({ reason: 'ENOENT' })])
})

it('lets two processes share a folder: what is removed there is written anew', async () => {
  await using folder = await temporaryFolder()
  const [one, other] = [startProcess(folder.path), startProcess(folder.path)]
  for (let round = 0; round < 20; round += 1)
    await Promise.all([one.save(list(`<p>${round}</p>`)), other.save(list(`<p>${round}</p>`))])
  const [file = '', ...more] = await readdir(folder.path)
  expect(more).toEqual([])
  await rm(join(folder.path, file))
  await one.save(list('<p>19</p>'), noon + 60_000)
})
