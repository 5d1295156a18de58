import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { createId, fileOf } from './entry.ts'
import { createSpool, type Spool } from './spool.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

const remark = (code: string) => [
  `outbox: the folder fails (${code}), what visitors send may be neither kept nor delivered`,
]

/** The log messages about the state of the folder. */
function statesIn(logged: string): string[] {
  return logged.match(/outbox: the folder [a-z ]+/g) ?? []
}

function failure(code: string): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error(`${code}: as a disk says it`), { code }))
}

it('logs once that the folder fails, and once that it works again, however often it checks', async () => {
  await using folder = await temporaryFolder()
  const [path, elsewhere] = [join(folder.path, 'outbox'), join(folder.path, 'elsewhere')]
  await using outbox = openOutbox(path)
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual([])

  await rename(path, elsewhere)
  await writeFile(path, '')
  for (let look = 0; look < 5; look += 1) await outbox.pass()
  expect(await outbox.accept(contactOf())).toEqual({ kind: 'unavailable', retryAfterSeconds: 300 })
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails'])
  expect(outbox.logged()).toContain('ENOTDIR')
  expect(outbox.logged()).not.toContain('zoe@example.com')
  expect(outbox.diagnostics()).toEqual(remark('ENOTDIR'))

  await rm(path)
  await rename(elsewhere, path)
  for (let look = 0; look < 5; look += 1) await outbox.pass()
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails', 'outbox: the folder works again'])
  expect(outbox.diagnostics()).toEqual([])
  expect(await outbox.accept(contactOf())).toEqual({ kind: 'accepted' })
})

it('logs once that no delivery can begin, however many messages wait', async () => {
  await using folder = await temporaryFolder()
  const mail = deliverer(delivered)
  await using before = openOutbox(folder.path)
  for (let index = 0; index < 50; index += 1) await before.accept(contactOf())
  const fault = { move: failure('EROFS') }
  await using outbox = openOutbox(folder.path, { contact: mail.deliver, fault })
  for (let look = 0; look < 5; look += 1) await outbox.pass()
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails'])
  expect(outbox.logged().match(/EROFS/g)?.length).toBeLessThan(5)
  expect(outbox.diagnostics()).toEqual(remark('EROFS'))
  expect(mail.given).toEqual([])
})

it('reports that nothing can be written before a visitor sends anything', async () => {
  await using outbox = await startOutbox({ fault: { mayBeWritten: failure('EROFS') } })
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual(remark('EROFS'))
})

it('reports a full disk until a file can be written again, and logs both once', async () => {
  await using folder = await temporaryFolder()
  const disk = createSpool(folder.path)
  let full = true
  const fault: Partial<Spool> = {
    write: (entry, message) => (full ? failure('ENOSPC')() : disk.write(entry, message)),
    probeWritable: (now) => (full ? failure('ENOSPC')() : disk.probeWritable(now)),
  }
  await using outbox = openOutbox(folder.path, { fault })
  for (let round = 0; round < 5; round += 1) {
    expect((await outbox.accept(contactOf())).kind).toBe('unavailable')
    await outbox.pass()
    await outbox.pass()
  }
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails'])
  expect(outbox.diagnostics()).toEqual(remark('ENOSPC'))
  full = false
  for (let look = 0; look < 5; look += 1) await outbox.pass()
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails', 'outbox: the folder works again'])
  expect(outbox.diagnostics()).toEqual([])
})

it('logs once that it is full, and once that there is room again, without waiting for a message', async () => {
  await using outbox = await startOutbox({ maxBytes: 8192 })
  for (const expected of ['accepted', 'accepted', 'unavailable', 'unavailable']) {
    expect((await outbox.accept(contactOf())).kind).toBe(expected)
    await outbox.pass()
  }
  expect(outbox.diagnostics()).toEqual(['outbox: full (OUTBOX_MAX_MB), what visitors send is not taken'])
  expect(outbox.logged().match(/outbox: (full|there is room)/g)).toEqual(['outbox: full'])
  expect(statesIn(outbox.logged())).toEqual([])
  expect(await outbox.spool.usedBytes()).toBeLessThanOrEqual(8192)

  const [oldest] = await outbox.spool.queue()
  if (!oldest) throw new Error('nothing waits')
  await outbox.spool.remove(oldest)
  outbox.clock.now += 10_000
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual([])
  expect(outbox.logged().match(/outbox: (full|there is room)/g)).toEqual(['outbox: full', 'outbox: there is room'])
  expect((await outbox.accept(contactOf())).kind).toBe('accepted')
})

it('accepts and delivers messages on a file system that cannot sync a folder, and warns once', async () => {
  const mail = deliverer(delivered)
  const unsupported = () =>
    Promise.resolve({ kind: 'unsupported', error: Object.assign(new Error(), { code: 'EINVAL' }) } as const)
  await using folder = await temporaryFolder()
  const disk = createSpool(folder.path)
  const write: Spool['write'] = (...message) => disk.write(...message).then(unsupported)
  await using outbox = openOutbox(folder.path, { contact: mail.deliver, fault: { write, sync: unsupported } })
  await outbox.start()
  expect((await outbox.accept(contactOf())).kind).toBe('accepted')
  await expect.poll(async () => (await outbox.state()).waiting).toBe(0)
  expect([mail.given.length, outbox.diagnostics(), statesIn(outbox.logged())]).toEqual([1, [], []])
  await expect.poll(() => outbox.logged().match(/"reason":"EINVAL".*cannot sync a folder/g)).toHaveLength(1)
})

it('accepts a message if only a later step fails', async () => {
  await using folder = await temporaryFolder()
  const mail = deliverer({ kind: 'refused', reason: 'no such user' })
  const disk = createSpool(folder.path)
  const write: Spool['write'] = async (...message) => {
    await disk.write(...message)
    return { kind: 'failed', error: new Error('EIO') }
  }
  await using outbox = openOutbox(folder.path, { subscription: mail.deliver, fault: { write, remove: failure('EIO') } })
  // The second replaces the first, which was refused.
  for (const request of ['1', '2']) {
    const key = 'a'.repeat(12) + request.repeat(12)
    expect(await outbox.accept(subscriptionOf('ada@example.com'), key)).toEqual({ kind: 'accepted' })
    await outbox.pass()
  }
  expect(mail.given).toHaveLength(2)
  expect(statesIn(outbox.logged())).toEqual(['outbox: the folder fails'])
})

it('leaves no file behind after checking that one can be written', async () => {
  await using folder = await temporaryFolder()
  await createSpool(folder.path).probeWritable(0)
  expect(await readdir(folder.path)).toEqual([])
  await expect(createSpool(join(folder.path, 'gone')).probeWritable(0)).rejects.toThrow('ENOENT')
})

it('retries an unreadable file with a growing backoff, delivers other messages, and does not blame the folder', async () => {
  const mail = deliverer(delivered)
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  // A folder replaces a file of another user, which root could read.
  const id = createId(0)
  await mkdir(join(outbox.directory, fileOf({ id, step: 'contact', state: 'waiting', dueAt: 0, attempts: 3 })))
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
  expect(statesIn(outbox.logged())).toEqual([])
  expect(outbox.logged().match(/the file cannot be read \(EISDIR\)/g)).toHaveLength(1)
  expect(await outbox.spool.queue()).toEqual([
    { id, step: 'contact', state: 'waiting', dueAt: outbox.clock.now + 40_000, attempts: 4 },
  ])
  const findOwner = () => Promise.resolve(null)
  const options = { spool: outbox.spool, findOwner, undeliverable: [], now: () => outbox.clock.now }
  expect((await runCommand(['list'], options)).output).toContain('the file cannot be read (EISDIR)')
})
