import { expect, it } from 'vitest'
import { createSpool, type Spool } from './spool.ts'
import { deliverer, delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

/** The log lines about the folder. */
const statesIn = (logged: string) => logged.match(/outbox: (the folder [a-z ]+|full|there is room)/g) ?? []

const errorOf = (code: string) => Object.assign(new Error(`${code}: as a disk says it`), { code })

it.each<{ what: string; code: string; calls: (keyof Spool)[]; accepts: boolean }>([
  { what: 'is a file', code: 'ENOTDIR', calls: ['prepare'], accepts: false },
  { what: 'is full', code: 'ENOSPC', calls: ['write', 'probeWritable'], accepts: false },
  { what: 'forbids writing', code: 'EROFS', calls: ['mayBeWritten'], accepts: true },
  { what: 'blocks deliveries', code: 'EROFS', calls: ['move'], accepts: true },
])('reports once that a folder $what, and once that it works again', async ({ code, calls, accepts }) => {
  const directory = await memoryFolderForTest()
  const { deliver, given } = deliverer(delivered)
  const before = openOutbox(directory)
  for (let index = 0; index < 10; index += 1) await before.accept(contactOf())
  let isFailing = true
  const disk = createSpool(directory)
  const fault = calls.map((name) => {
    const call = disk[name] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => (isFailing ? Promise.reject(errorOf(code)) : call(...args))]
  })
  const { accept, pass, diagnostics, logged } = openOutbox(directory, {
    contact: deliver,
    fault: Object.fromEntries(fault),
  })
  for (let look = 0; look < 5; look += 1) {
    if (!accepts)
      expect(await accept(contactOf(), 'c'.repeat(24))).toEqual({ kind: 'unavailable', retryAfterSeconds: 300 })
    for (const _look of [1, 2]) await pass()
  }
  expect(statesIn(logged())).toEqual(['outbox: the folder fails'])
  expect(logged().split(code).length).toBeLessThan(8)
  expect(diagnostics()).toEqual([
    `outbox: the folder fails (${code}), what visitors send may be neither kept nor delivered`,
  ])
  if (calls.includes('move')) expect(given).toEqual([])

  isFailing = false
  for (let look = 0; look < 5; look += 1) await pass()
  expect(statesIn(logged())).toEqual(['outbox: the folder fails', 'outbox: the folder works again'])
  expect(diagnostics()).toEqual([])
  expect(given).toHaveLength(10)
  // A message that could not be stored is unknown.
  expect(await accept(contactOf(), 'c'.repeat(24))).toEqual({ kind: 'accepted' })
})

it('reports once that it is full, and once that there is space again, even without messages', async () => {
  const { accept, pass, clock, diagnostics, logged, spool } = await startOutbox({ maxBytes: 8192 })
  for (const expected of ['accepted', 'accepted', 'unavailable', 'unavailable']) {
    expect((await accept(contactOf())).kind).toBe(expected)
    await pass()
  }
  expect(diagnostics()).toEqual(['outbox: full (OUTBOX_MAX_MB), what visitors send is not taken'])
  expect(statesIn(logged())).toEqual(['outbox: full'])

  for (const entry of (await spool.queue()).slice(1)) await spool.remove(entry)
  clock.now += 10_000
  await pass()
  expect(diagnostics()).toEqual([])
  expect(statesIn(logged())).toEqual(['outbox: full', 'outbox: there is room'])
})

it('works on a file system that cannot sync folders, and warns once', async () => {
  const unsupported = () => Promise.resolve({ kind: 'unsupported', error: errorOf('EINVAL') } as const)
  const directory = await memoryFolderForTest()
  const disk = createSpool(directory)
  const { deliver, given } = deliverer(delivered)
  const write: Spool['write'] = (...message) => disk.write(...message).then(unsupported)
  const outbox = openOutbox(directory, { contact: deliver, fault: { write, sync: unsupported } })
  await outbox.start()
  expect((await outbox.accept(contactOf())).kind).toBe('accepted')
  await expect.poll(async () => (await outbox.state()).waiting).toBe(0)
  expect([given.length, outbox.diagnostics(), statesIn(outbox.logged())]).toEqual([1, [], []])
  await expect.poll(() => outbox.logged().match(/"reason":"EINVAL".*cannot sync a folder/g)).toHaveLength(1)
})

it('accepts a message if only a step after its writing fails', async () => {
  const directory = await memoryFolderForTest()
  const { deliver, given } = deliverer({ kind: 'refused', reason: 'no such user' })
  const disk = createSpool(directory)
  const write: Spool['write'] = async (...message) => {
    await disk.write(...message)
    return { kind: 'failed', error: errorOf('EIO') }
  }
  const remove = () => Promise.reject(errorOf('EIO'))
  const { accept, pass, logged } = openOutbox(directory, { subscription: deliver, fault: { write, remove } })
  // The second replaces the refused first one.
  for (const request of ['1', '2']) {
    const key = 'a'.repeat(12) + request.repeat(12)
    expect(await accept(subscriptionOf('ada@example.com'), key)).toEqual({ kind: 'accepted' })
    await pass()
  }
  expect(given).toHaveLength(2)
  expect(statesIn(logged())).toEqual(['outbox: the folder fails'])
})
