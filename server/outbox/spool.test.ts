import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createId, type Entry, fileOf } from './entry.ts'
import type { Message } from './message.ts'
import { createSpool } from './spool.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { folderForTest } from '../../test/support/folder-for-test.ts'

const now = Date.parse('2026-11-20T16:10:12.345Z')

function sample(submission: Message['submission'] = contactOf()) {
  const id = createId(now)
  const entry: Entry = { id, step: submission.kind, state: 'waiting', dueAt: now, attempts: 0 }
  return { entry, message: { id, receivedAt: new Date(now).toISOString(), submission } satisfies Message }
}

/** A spool on a folder of its own. */
async function openSpool(below = '') {
  const path = join(await folderForTest(), below)
  const spool = createSpool(path)
  await spool.prepare()
  return { path, spool }
}

/** A spool with one message. */
async function openWithMessage(below?: string) {
  const opened = await openSpool(below)
  const { entry, message } = sample()
  await opened.spool.write(entry, message)
  return { ...opened, entry }
}

it('reads back what it has written, whole', async () => {
  const { path, spool } = await openSpool('a/b')
  for (const submission of [contactOf(), subscriptionOf('ada@example.com')]) {
    const { entry, message } = sample(submission)
    await spool.write(entry, message)
    expect(await spool.read(entry)).toEqual({ kind: 'message', message })
    expect(await spool.queue()).toContainEqual(entry)
    // An operator can read it.
    expect(await readFile(join(path, fileOf(entry)), 'utf8')).toContain('  "language": "fr"')
  }
})

it('can be read only by its user', async () => {
  const { path, entry } = await openWithMessage('data/outbox')
  const modeOf = async (file: string) => ((await stat(join(path, file))).mode & 0o777).toString(8)
  expect(await modeOf(fileOf(entry))).toBe('600')
  for (const folder of ['.', 'refused']) expect(await modeOf(folder)).toBe('700')
})

it('leaves no temporary file, neither after a success nor after a failure', async () => {
  const { path, spool, entry } = await openWithMessage()
  const other = sample()
  // A folder of that name cannot be replaced by a file.
  await createSpool(join(path, fileOf(other.entry))).prepare()
  await expect(spool.write(other.entry, other.message)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect((await readdir(path)).sort()).toEqual([fileOf(entry), fileOf(other.entry), 'refused'].sort())
})

it('lets one of many moves take an entry: the owner’s and those of the operator’s commands', async () => {
  const { path, spool } = await openSpool()
  const spools = Array.from({ length: 8 }, () => createSpool(path))
  for (let round = 0; round < 20; round += 1) {
    const { entry, message } = sample()
    await spool.write(entry, message)
    const moves = spools.map((spool, index) => spool.move(entry, { ...entry, dueAt: now + index + 1 }))
    expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1)
  }
})

it('reports that a file is gone if another process has taken it', async () => {
  const { spool } = await openSpool()
  const { entry } = sample()
  expect(await spool.read(entry)).toEqual({ kind: 'gone' })
  expect(await spool.move(entry, { ...entry, attempts: 1 })).toBe(false)
  expect(await spool.remove(entry)).toBe(false)
})

it.each([
  { text: '', reason: 'the file is not JSON' },
  { text: '{"id":"x","receivedAt":"2026', reason: 'the file is not JSON' },
  { text: 'null', reason: 'the file is not a message: it is wrong' },
  { text: '{}', reason: 'the file is not a message: id is wrong' },
  {
    text: '{"id":"x","receivedAt":"y","outgoing":{"kind":"subscription","email":"a@example.com","language":"de"}}',
    reason: 'the file is not a message: outgoing.language is wrong',
  },
])('says what is wrong with a file that contains $text', async ({ text, reason }) => {
  const { path, spool } = await openSpool()
  const { entry } = sample()
  await writeFile(join(path, fileOf(entry)), text)
  expect(await spool.read(entry)).toEqual({ kind: 'broken', reason })
})

it('moves foreign files to refused, deletes half-written ones, and touches nothing else', async () => {
  const { path, spool, entry } = await openWithMessage()
  const young = `${createId(now)}.17.tmp`
  const old = `${createId(now)}.18.tmp`
  for (const file of ['stray.json', 'notes.txt', 'other.tmp', young, old]) await writeFile(join(path, file), '{}')
  await utimes(join(path, old), 0, 0)
  expect(await spool.tidy(Date.now)).toEqual(['stray.json'])
  expect((await readdir(path)).sort()).toEqual([fileOf(entry), young, 'notes.txt', 'other.tmp', 'refused'].sort())
  expect(await spool.foreignFiles()).toEqual(['stray.json'])
})

it('ignores what another process removes while it tidies', async () => {
  const { path } = await openSpool()
  const spools = Array.from({ length: 4 }, () => createSpool(path))
  // A dangling link is listed and missing, like a temporary file that was just renamed.
  await symlink(join(path, 'nowhere'), join(path, `${createId(now)}.17.tmp`))
  const strays = Array.from({ length: 20 }, (_, index) => `stray-${index}.json`)
  for (const file of strays) await writeFile(join(path, file), '{}')
  const aside = await Promise.all(spools.map((spool) => spool.tidy(Date.now)))
  expect(aside.flat().sort()).toEqual([...strays].sort())
})

it('counts the size of all its files, refused and half-written ones too, and nothing in other folders', async () => {
  const { path, spool } = await openSpool()
  const before = await spool.usedBytes()
  await writeFile(join(path, 'a.tmp'), 'x')
  await writeFile(join(path, 'refused/b'), Buffer.alloc(5000))
  expect((await spool.usedBytes()) - before).toBe(3 * 4096)
  // Other files, such as copies of posts, have their own limits.
  await mkdir(join(path, 'posts'))
  await writeFile(join(path, 'posts/c'), Buffer.alloc(50_000))
  expect((await spool.usedBytes()) - before).toBe(3 * 4096)
})
