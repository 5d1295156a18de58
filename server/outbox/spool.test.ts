import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createId, type Entry, fileOf } from './entry.ts'
import type { Message } from './message.ts'
import { createSpool } from './spool.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

const now = Date.parse('2026-11-20T16:10:12.345Z')

function sample(submission: Message['submission'] = contactOf()) {
  const id = createId(now)
  const entry: Entry = { id, step: submission.kind, state: 'waiting', dueAt: now, attempts: 0 }
  return { entry, message: { id, receivedAt: new Date(now).toISOString(), submission } satisfies Message }
}

/** A spool with one message, on a folder of its own. */
async function openSpool() {
  const path = join(await memoryFolderForTest(), 'data/outbox')
  const spool = createSpool(path)
  await spool.prepare()
  const { entry, message } = sample()
  await spool.write(entry, message)
  return { path, spool, entry }
}

it('reads what it has written, in files that only the operator can read', async () => {
  const { path, spool } = await openSpool()
  const modeOf = async (file: string) => ((await stat(join(path, file))).mode & 0o777).toString(8)
  for (const folder of ['.', 'refused']) expect(await modeOf(folder)).toBe('700')
  for (const submission of [contactOf(), subscriptionOf('ada@example.com')]) {
    const { entry, message } = sample(submission)
    await spool.write(entry, message)
    expect(await spool.read(entry)).toEqual({ kind: 'message', message })
    expect(await spool.queue()).toContainEqual(entry)
    expect(await readFile(join(path, fileOf(entry)), 'utf8')).toContain('  "language": "fr"')
    expect(await modeOf(fileOf(entry))).toBe('600')
  }
})

it('leaves no temporary file, neither after a failure nor after a probe', async () => {
  const { path, spool, entry } = await openSpool()
  const other = sample()
  // A folder of that name cannot be replaced by a file.
  await createSpool(join(path, fileOf(other.entry))).prepare()
  await expect(spool.write(other.entry, other.message)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  await spool.probeWritable(now)
  await expect(createSpool(join(path, 'gone')).probeWritable(now)).rejects.toThrow('ENOENT')
  expect((await readdir(path)).sort()).toEqual([fileOf(entry), fileOf(other.entry), 'refused'].sort())
})

it('only one of many concurrent moves of an entry succeeds', async () => {
  const { path, entry, spool } = await openSpool()
  const moves = Array.from({ length: 20 }, (_, index) =>
    createSpool(path).move(entry, { ...entry, dueAt: now + index + 1 }),
  )
  expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1)
  expect(await spool.read(entry)).toEqual({ kind: 'gone' })
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
])('explains what is wrong with a file that contains $text', async ({ text, reason }) => {
  const { path, spool, entry } = await openSpool()
  await writeFile(join(path, fileOf(entry)), text)
  expect(await spool.read(entry)).toEqual({ kind: 'broken', reason })
})

it('sets foreign files aside once, deletes abandoned temporary files, and changes nothing else', async () => {
  const { path, entry } = await openSpool()
  const [young, old] = [`${createId(now)}.17.tmp`, `${createId(now)}.18.tmp`]
  const strays = Array.from({ length: 20 }, (_, index) => `stray-${index}.json`)
  for (const file of [...strays, 'notes.txt', 'other.tmp', young, old]) await writeFile(join(path, file), '{}')
  await utimes(join(path, old), 0, 0)
  // A dangling link is listed but missing, like a temporary file that has just been renamed.
  const renamed = `${createId(now)}.19.tmp`
  await symlink(join(path, 'nowhere'), join(path, renamed))
  // Other processes may remove files meanwhile.
  const spools = Array.from({ length: 4 }, () => createSpool(path))
  const aside = await Promise.all(spools.map((spool) => spool.tidy(Date.now)))
  expect(aside.flat().sort()).toEqual([...strays].sort())
  expect((await spools[0]?.foreignFiles())?.sort()).toEqual([...strays].sort())
  const left = [fileOf(entry), young, renamed, 'notes.txt', 'other.tmp', 'refused']
  expect((await readdir(path)).sort()).toEqual(left.sort())
})

it('counts the disk space of its own files, also refused and temporary ones', async () => {
  const { path, spool } = await openSpool()
  const before = await spool.usedBytes()
  await writeFile(join(path, 'a.tmp'), 'x')
  await writeFile(join(path, 'refused/b'), Buffer.alloc(5000))
  await mkdir(join(path, 'posts'))
  await writeFile(join(path, 'posts/c'), Buffer.alloc(50_000))
  expect((await spool.usedBytes()) - before).toBe(3 * 4096)
})
