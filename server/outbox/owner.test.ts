import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOwner, describeSelf } from './owner.ts'
import { createSpool } from './spool.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'

// Heartbeats continue while a process waits.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const [, system = '', pids = ''] = describeSelf().split('\n')
/** Linux gives no process this id. */
const unusedPid = 2 ** 22 + 1

let count = 0
/** The file of a process; by default another running one. */
const textOf = (part: { pid?: number; system?: string; pids?: string } = {}) => {
  const own = { pid: process.ppid, system, pids, ...part }
  return [`process ${own.pid} on host x`, own.system, own.pids, `number ${(count += 1)}`, ''].join('\n')
}

/** A folder, and how long the test waited for it, in milliseconds. */
async function setUp() {
  const path = await memoryFolderForTest()
  const folder = { path, file: join(path, 'owner'), waitedMs: 0 }
  const wait = (milliseconds: number) => {
    folder.waitedMs += milliseconds
    return vi.advanceTimersByTimeAsync(milliseconds)
  }
  const ownerWith = (text = describeSelf(), spool = createSpool(path)) => createOwner(spool, text, wait)
  return { folder, ownerWith }
}

const onLost = () => expect.unreachable('the folder is lost')

it.each([
  { what: 'that no process has had', left: null, seconds: 0 },
  { what: 'whose owner has died', left: textOf({ pid: unusedPid }), seconds: 0 },
  { what: 'whose owner had the id that this process has now', left: textOf({ pid: process.pid }), seconds: 0 },
  { what: 'whose owner’s id is another process’s now', left: textOf(), seconds: 10 },
  { what: 'of another container that has died', left: textOf({ pids: 'pid:[1]' }), seconds: 3 },
  { what: 'of another machine', left: textOf({ pid: unusedPid, system: 'another' }), seconds: 10 },
  { what: 'whose file is empty', left: '', seconds: 10 },
])('takes a folder $what after $seconds seconds', async ({ left, seconds }) => {
  const { folder, ownerWith } = await setUp()
  if (left !== null) await writeFile(folder.file, left)
  const text = describeSelf()
  expect([await ownerWith(text).take(onLost), folder.waitedMs]).toEqual([null, seconds * 1000])
  expect([await readFile(folder.file, 'utf8'), await readdir(folder.path)]).toEqual([text, ['owner', 'refused']])
})

it.each([
  { where: 'on this machine', text: textOf(), name: `process ${process.ppid} on host x` },
  { where: 'in another container', text: textOf({ pid: 1, pids: 'pid:[1]' }), name: 'process 1 on host x' },
  { where: 'on another machine', text: textOf({ pid: 7, system: 'another' }), name: 'process 7 on host x' },
  { where: 'whose file is damaged', text: 'process', name: 'another process' },
])('names a running owner $where within two seconds, and does not take its folder', async ({ text, name }) => {
  const { folder, ownerWith } = await setUp()
  await ownerWith(text).take(onLost)
  expect(await ownerWith().take(onLost)).toBe(name)
  expect(await ownerWith().find()).toBe(name)
  expect(folder.waitedMs).toBeLessThanOrEqual(2 * 2000)
  expect(await readFile(folder.file, 'utf8')).toBe(text)
})

it.each([
  { how: 'at once', left: textOf({ pid: unusedPid }) },
  { how: 'after ten seconds', left: textOf({ system: 'another' }) },
])('only one of several processes that find an owner dead $how takes the folder', async ({ left }) => {
  const { folder, ownerWith } = await setUp()
  await writeFile(folder.file, left)
  const texts = [1, process.ppid, process.pid].map((pid) => textOf({ pid }))
  const running = await Promise.all(texts.map((text) => ownerWith(text).take(onLost)))
  expect(running.filter((name) => name === null)).toHaveLength(1)
  expect(await readFile(folder.file, 'utf8')).toBe(texts[running.indexOf(null)])
  expect(await readdir(folder.path)).toEqual(['owner', 'refused'])
})

it('notifies a process that lost the folder within a second, and keeps the new owner’s file', async () => {
  const { folder, ownerWith } = await setUp()
  const lost = vi.fn()
  const owner = ownerWith()
  await owner.take(lost)
  await vi.advanceTimersByTimeAsync(5000)
  expect(lost).not.toHaveBeenCalled()
  await writeFile(folder.file, 'another process')
  await vi.advanceTimersByTimeAsync(1000)
  expect(lost).toHaveBeenCalledOnce()
  owner.release()
  expect(await readFile(folder.file, 'utf8')).toBe('another process')
})

it('starts with a failing folder, and takes it once it is writable', async () => {
  const { folder, ownerWith } = await setUp()
  const spool = createSpool(join(folder.path, 'outbox'))
  await writeFile(spool.directory, 'a file')
  const text = describeSelf()
  expect(await ownerWith(text, spool).take(onLost)).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  await rm(spool.directory)
  await mkdir(spool.directory)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await readFile(join(spool.directory, 'owner'), 'utf8')).toBe(text)
})

it('rewrites its file if someone deletes it, and deletes it at the end', async () => {
  const { folder, ownerWith } = await setUp()
  const owner = ownerWith()
  await owner.take(onLost)
  await rm(folder.file)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await readdir(folder.path)).toEqual(['owner', 'refused'])
  owner.release()
  expect(await readdir(folder.path)).toEqual(['refused'])
  expect(await owner.find()).toBeNull()
})
