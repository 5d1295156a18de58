import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createCopyFolder } from '../../server/posts/copy-folder.ts'
import { createDiskPosts } from '../../server/posts/disk-copies.ts'
import { createSeal, type Seal } from '../../server/posts/seal.ts'
import { storedFormat } from '../../server/posts/stored-post.ts'
import { versionOf } from '../../server/posts/version.ts'
import type { Post } from '../../shared/post.ts'
import { storedPostOf } from '../support/stored-post.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')

const post = (slug: string, html = '<p>Corps</p>') => storedPostOf(slug, { html })

const own = createSeal(Buffer.alloc(32, 'a'))
const foreign = createSeal(Buffer.alloc(32, 'b'))

/** A process of the site on a folder; `identity` is what the site and its Ghost are. */
function startProcess(
  directory: string,
  { identity = 'one', seal = own, now = noon, maxBytes = 1_000_000, maxFiles = 100 } = {},
) {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const log = createLog('info', sink)
  const folder = createCopyFolder({ directory, maxBytes, maxFiles, lifeMs: 3_600_000, log, now: () => now })
  const { articles, lists } = createDiskPosts(folder, identity, seal)
  const copyOf = (value: Post, readAt = now) => ({ value, version: versionOf(value), readAt })
  return {
    articles,
    lists,
    lines,
    copyOf,
    keep: (value: Post, readAt = now) => articles.begin()(`fr/${value.slug}`, copyOf(value, readAt), 1),
    async holds(slug: string) {
      return (await articles.read(`fr/${slug}`)) !== null
    },
  }
}

const long = 'x'.repeat(1000)

/** What the copy of the post `a` is sealed as. */
const label = JSON.stringify(['one', storedFormat, 'article', 'fr/a'])

const filesIn = async (directory: string) => (await readdir(directory)).sort()

/** A folder in which a process has kept this post, and its file. */
async function keptIn(directory: string, value = post('a')): Promise<string> {
  startProcess(directory).keep(value)
  await expect.poll(() => readdir(directory).catch(() => [])).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)])
  return join(directory, (await readdir(directory))[0] ?? '')
}

it('gives the next process what this one has read, as of then, and nothing known of since', async () => {
  await using folder = await temporaryFolder()
  await keptIn(folder.path)
  const next = startProcess(folder.path, { now: noon + 60_000 })
  expect(await next.articles.read('fr/a')).toEqual({ copy: next.copyOf(post('a'), noon), current: false })
  expect(await next.articles.read('en/a')).toBeNull()
  expect(await next.lists.read('fr/a')).toBeNull()
})

it('lets nobody else read it, and holds nothing but the posts', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'posts')
  const file = await keptIn(directory)
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [text = '', ...seals] = (await readFile(file, 'utf8')).split('\n')
  expect(Object.keys(JSON.parse(text))).toEqual(['version', 'value'])
  expect(seals).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
})

/** The same text, with another seal. */
function resealed(text: string, seal: Seal, name = label): string {
  return [...seal.sealed(name, [text.replace(/\n.*$/, '')])].join('')
}

it('reads what is sealed as its own', async () => {
  await using folder = await temporaryFolder()
  const file = await keptIn(folder.path)
  const text = await readFile(file, 'utf8')
  expect(resealed(text, own)).toBe(text)
})

it.each<[string, (text: string) => string]>([
  ['empty', () => ''],
  ['cut off', (text) => text.slice(0, -20)],
  ['something else', () => '{"posts":[]}'],
  ['changed by hand', (text) => text.replace('Corps', 'Autre')],
  ['without its seal', (text) => text.replace(/\n.*$/, '')],
  ['with an empty seal', (text) => text.replace(/\n.*$/, '\n')],
  ['sealed as another', (text) => resealed(text, own, label.replace('fr/a', 'fr/b'))],
  ['sealed with another key', (text) => resealed(text, foreign)],
  ['a post of another shape', (text) => resealed(text.replace('"slug":"a",', ''), own)],
])('takes a file that is %s for none', async (_name, damage) => {
  await using folder = await temporaryFolder()
  const file = await keptIn(folder.path)
  const text = await readFile(file, 'utf8')
  await writeFile(file, damage(text))
  expect(await startProcess(folder.path).articles.read('fr/a')).toBeNull()
  await expect.poll(() => readdir(folder.path)).toEqual([])
})

it('shows nothing of another site in the same folder', async () => {
  await using folder = await temporaryFolder()
  await keptIn(folder.path)
  const other = startProcess(folder.path, { identity: 'another' })
  expect(await other.holds('a')).toBe(false)
  other.keep(post('a', '<p>Autre</p>'))
  await expect.poll(() => readdir(folder.path)).toHaveLength(2)
  expect((await startProcess(folder.path).articles.read('fr/a'))?.copy.value?.html).toBe('<p>Corps</p>')
})

it.each([
  ['in number', { maxFiles: 3 }],
  ['in size', { maxBytes: 5600 }],
])('is bounded %s, and gives up first what was read longest ago, also after a restart', async (_name, bound) => {
  await using folder = await temporaryFolder()
  const first = startProcess(folder.path, bound)
  for (const slug of ['a', 'b', 'c', 'd', 'e']) first.keep(post(slug, long), noon + slug.charCodeAt(0))
  await expect.poll(() => first.holds('e')).toBe(true)
  await expect.poll(() => readdir(folder.path)).toHaveLength(3)
  const next = startProcess(folder.path, bound)
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(next.holds))).toEqual([false, false, true, true, true])
  next.keep(post('f', long))
  await expect.poll(() => next.holds('f')).toBe(true)
  await expect.poll(() => readdir(folder.path)).toHaveLength(3)
})

it('stores nothing that is larger than its bound', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path, { maxBytes: 2000 })
  site.keep(post('long', 'x'.repeat(3000)))
  site.keep(post('a'))
  await expect.poll(() => site.holds('a')).toBe(true)
  expect(await filesIn(folder.path)).toHaveLength(1)
})

it('lets go of what it had stored of a list that has outgrown its bound, and says so once', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path, { maxBytes: 2000 })
  const keepList = (html: string, readAt: number) => {
    const list = [post('a', html)]
    site.lists.begin()('fr', { value: list, version: versionOf(list), readAt }, 1)
  }
  keepList('<p>Court</p>', noon)
  await expect.poll(async () => (await site.lists.read('fr'))?.copy.readAt).toBe(noon)

  keepList(`<p>${long.repeat(2)}</p>`, noon + 60_000)
  keepList(`<p>${long.repeat(3)}</p>`, noon + 120_000)
  site.keep(post('b'))
  await expect.poll(() => site.holds('b')).toBe(true)

  expect(await site.lists.read('fr')).toBeNull()
  await expect.poll(() => readdir(folder.path)).toHaveLength(1)
  expect(await startProcess(folder.path).lists.read('fr')).toBeNull()
  keepList(`<p>${long.repeat(4)}</p>`, noon + 180_000)
  site.keep(post('c'))
  await expect.poll(() => site.holds('c')).toBe(true)
  expect(site.lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('POSTS_MAX_MB') }),
  ])

  keepList('<p>Court</p>', noon + 240_000)
  await expect.poll(async () => (await site.lists.read('fr'))?.copy.readAt).toBe(noon + 240_000)
})

it('clears away at its start what is larger than its bound has become', async () => {
  await using folder = await temporaryFolder()
  await keptIn(folder.path, post('a', long))
  const smaller = startProcess(folder.path, { maxBytes: 500 })
  expect(await smaller.holds('a')).toBe(false)
  await expect.poll(() => readdir(folder.path)).toEqual([])
})

it('clears away at its start what is too old, and what a killed process has left half written; nothing else', async () => {
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

it('forgets what the source no longer has', async () => {
  await using folder = await temporaryFolder()
  await keptIn(folder.path)
  const site = startProcess(folder.path)
  expect(await site.holds('a')).toBe(true)
  site.articles.begin()('fr/a', { value: null, version: '', readAt: noon }, 1)
  await expect.poll(() => readdir(folder.path)).toEqual([])
})

it('forgets also what is being written at that moment', async () => {
  await using temporary = await temporaryFolder()
  const log = createLog('silent', new Writable())
  const bounds = { maxBytes: 1000, maxFiles: 10, lifeMs: 3_600_000 }
  const folder = createCopyFolder({ directory: temporary.path, ...bounds, log, now: () => noon })
  const [removed, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const pieces = () => {
    folder.remove(removed)
    return ['A']
  }
  folder.write({ name: removed, version: '1', readAt: noon, pieces })
  folder.write({ name: other, version: '1', readAt: noon, pieces: () => ['B'] })
  await expect.poll(() => folder.read(other)).toMatchObject({ text: 'B' })
  expect(await filesIn(temporary.path)).toEqual([`${other}.json`])
})

it('does not write again what has not changed, but notes that it was read', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  site.keep(post('a'))
  await expect.poll(() => site.holds('a')).toBe(true)
  const [name = ''] = await readdir(folder.path)
  const before = await stat(join(folder.path, name))
  site.keep(post('a'), noon + 60_000)
  await expect.poll(async () => (await stat(join(folder.path, name))).mtimeMs).toBe(noon + 60_000)
  expect((await stat(join(folder.path, name))).ino).toBe(before.ino)
  site.keep(post('a', '<p>Autre</p>'), noon + 60_001)
  await expect.poll(async () => (await stat(join(folder.path, name))).ino).not.toBe(before.ino)
})

it('keeps the last of several versions that come at once', async () => {
  await using folder = await temporaryFolder()
  const site = startProcess(folder.path)
  for (const words of ['un', 'deux', 'trois']) site.keep(post('a', words))
  await expect.poll(() => site.holds('a')).toBe(true)
  expect((await startProcess(folder.path).articles.read('fr/a'))?.copy.value?.html).toBe('trois')
})

it('says once that it cannot write, and writes again as soon as it can', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'file', 'posts')
  await writeFile(join(folder.path, 'file'), '')
  const site = startProcess(directory)
  for (const slug of ['a', 'b', 'c']) site.keep(post(slug))
  await expect.poll(() => site.lines.length).toBe(1)
  expect(JSON.parse(site.lines[0] ?? '')).toMatchObject({
    level: 40,
    reason: 'ENOTDIR',
    msg: expect.stringContaining('POSTS_DIR'),
  })
  await rm(join(folder.path, 'file'))
  await mkdir(join(folder.path, 'file'))
  site.keep(post('d'))
  await expect.poll(() => site.holds('d')).toBe(true)
  expect(site.lines).toHaveLength(1)
})

it('gives up where no folder can ever be made', async () => {
  const site = startProcess('/proc/nordet/posts')
  site.keep(post('a'))
  await expect.poll(() => site.lines.length).toBe(1)
  expect(JSON.parse(site.lines[0] ?? '')).toMatchObject({ reason: 'ENOENT' })
})

it('lets two processes share a folder: what one removes is none for the other, and written anew', async () => {
  await using folder = await temporaryFolder()
  const [one, other] = [startProcess(folder.path), startProcess(folder.path)]
  for (let round = 0; round < 20; round += 1) {
    one.keep(post('a', `<p>${round}</p>`))
    other.keep(post('a', `<p>${round}</p>`))
  }
  await expect.poll(async () => (await one.holds('a')) && (await other.holds('a'))).toBe(true)
  await expect.poll(() => readdir(folder.path)).toHaveLength(1)
  expect((await startProcess(folder.path).articles.read('fr/a'))?.copy.value?.html).toBe('<p>19</p>')
  other.articles.begin()('fr/a', { value: null, version: '', readAt: noon }, 1)
  await expect.poll(() => readdir(folder.path)).toEqual([])
  expect(await one.holds('a')).toBe(false)
  one.keep(post('a', '<p>19</p>'), noon + 60_000)
  await expect.poll(() => one.holds('a')).toBe(true)
})
