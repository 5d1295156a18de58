import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Delivery, later } from './delivery.ts'
import { createId, fileOf, keyIn } from './entry.ts'
import { isUnderWay } from './schedule.ts'
import { deferred } from '../../test/support/deferred.ts'
import { deliverer, delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

// A later scan of the folder would hide a missing immediate action.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Waits without moving the timers, which `expect.poll` would do. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

const none = { waiting: 0, oldestSeconds: 0, refused: 0 }
const unanswered: Delivery = { kind: 'unanswered', reason: 'silence' }

it('delivers accepted messages at once, three at a time, and accepts others meanwhile', async () => {
  const hanging = deferred<Delivery>()
  const { deliver, given } = deliverer()
  const outbox = await startOutbox({ subscription: (message) => deliver(message).then(() => hanging.promise) })
  await outbox.start()
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect(await outbox.accept(subscriptionOf(`${name}@example.com`))).toEqual({ kind: 'accepted' })
  await until(() => given.length >= 3)
  const queue = await outbox.spool.queue()
  expect([queue.length, queue.filter(isUnderWay).length, given.length]).toEqual([5, 3, 3])
  hanging.resolve(delivered)
  await expect.poll(() => outbox.state()).toEqual(none)
  expect(given.map(({ submission }) => submission)).toContainEqual(subscriptionOf('e@example.com'))
})

it('tries a destination that is down once per backoff, however many messages wait', async () => {
  const { deliver, given } = deliverer(later('down', 'destination'))
  const { accept, clock, pass } = await startOutbox({ subscription: deliver })
  for (let index = 0; index < 20; index += 1) await accept(subscriptionOf(`${index}@example.com`))
  const tries: number[] = []
  for (let look = 0; look < 17; look += 1) {
    const before = given.length
    await pass()
    tries.push(given.length - before)
    clock.now += 5000
  }
  // Three at once until the first failure; then one, at 20 s after three failures, at 60 s after the fourth.
  expect(tries).toEqual([3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
})

it.each<{ what: string; outcome: Promise<Delivery> | Delivery; next: 'contact' | 'subscription' }>([
  { what: 'hangs at another destination', outcome: new Promise(() => {}), next: 'contact' },
  { what: 'failed because another destination is down', outcome: later('down', 'destination'), next: 'contact' },
  { what: 'was deferred', outcome: later('greylisted', 'message'), next: 'subscription' },
  { what: 'may have arrived', outcome: unanswered, next: 'subscription' },
])('delivers a message after one that $what', async ({ outcome, next }) => {
  const { deliver, given } = deliverer(delivered)
  const isFirst = (key: string) => key === 'a'.repeat(24)
  const outbox = await startOutbox({
    contact: deliver,
    subscription: (message) => (isFirst(keyIn(message.id)) ? Promise.resolve(outcome) : deliver(message)),
  })
  await outbox.start()
  await outbox.accept(subscriptionOf('ada@example.com'), 'a'.repeat(24))
  await outbox.accept(next === 'contact' ? contactOf() : subscriptionOf('zoe@example.com'))
  await until(() => given.length === 1)
})

it('sets invalid files aside, retries unreadable ones, and delivers the others', async () => {
  const { deliver, given } = deliverer(delivered)
  const { accept, clock, directory, logged, pass, spool } = await startOutbox({ contact: deliver })
  await accept(contactOf())
  const [broken, unreadable] = [createId(0), createId(0)].map(
    (id) => ({ id, step: 'contact', state: 'waiting', dueAt: 0, attempts: 3 }) as const,
  )
  if (broken) await writeFile(join(directory, fileOf(broken)), '{"id":"20261120T16')
  // A folder instead of a file of another user, since root can read that.
  if (unreadable) await mkdir(join(directory, fileOf(unreadable)))
  await writeFile(join(directory, 'copied-by-hand.json'), '{}')
  await pass()
  expect(given).toHaveLength(1)
  expect(await spool.queue()).toEqual([{ ...unreadable, dueAt: clock.now + 40_000, attempts: 4 }])
  expect([(await spool.refused()).map(({ id }) => id), await spool.foreignFiles()]).toEqual([
    [broken?.id],
    ['copied-by-hand.json'],
  ])
  for (const text of ['the file is not JSON', 'copied-by-hand.json', 'the file cannot be read (EISDIR)'])
    expect(logged()).toContain(text)
  expect(logged()).not.toContain('the folder')
})

it('stores one subscription for each mailbox: the waiting one, or else the latest', async () => {
  const refused: Delivery = { kind: 'refused', reason: 'invite-only' }
  const { accept, pass, state } = await startOutbox({ subscription: deliverer(refused, refused, delivered).deliver })
  let requests = 10
  const subscribe = async (mailbox: 'a' | 'b') =>
    (await accept(subscriptionOf('ada@example.com'), mailbox.repeat(12) + `${(requests += 1)}`.repeat(6))).kind
  for (const expected of ['accepted', 'known']) expect(await subscribe('a')).toBe(expected)
  expect(await subscribe('b')).toBe('accepted')
  await pass()
  expect(await state()).toMatchObject({ waiting: 0, refused: 2 })
  expect(await subscribe('a')).toBe('accepted')
  expect(await state()).toMatchObject({ waiting: 1, refused: 1 })
  await pass()
  expect(await subscribe('a')).toBe('accepted')
})

it('keeps a message waiting until it has a route', async () => {
  const { accept, directory, pass, spool } = await startOutbox()
  await accept(contactOf())
  await pass()
  expect(await spool.queue()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  const { deliver, given } = deliverer(delivered)
  await openOutbox(directory, { contact: deliver }).pass()
  expect(given).toHaveLength(1)
})

it('stops once the running deliveries have ended, and begins no others', async () => {
  const slow = deferred<Delivery>()
  const outbox = await startOutbox({ contact: () => slow.promise })
  await outbox.start()
  await outbox.accept(contactOf())
  const events: string[] = []
  const stopped = outbox.stop().then(() => events.push('stopped'))
  await outbox.accept(contactOf())
  events.push('released')
  slow.resolve(delivered)
  await stopped
  expect(events).toEqual(['released', 'stopped'])
  expect(await outbox.spool.queue()).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

it('delivers messages of older builds, also running ones, without a second acknowledgement', async () => {
  const [subscription, contact, acknowledgement] = [deliverer(), deliverer(), deliverer()]
  const outbox = await startOutbox({
    ...{ subscription: subscription.deliver, contact: contact.deliver, acknowledgement: acknowledgement.deliver },
  })
  await outbox.spool.prepare()
  // The first builds did not record whether the bot check was passed.
  const { botCheck: _, ...unchecked } = contactOf()
  const contactId = '20261120T161012346Z-3f9a2c1b7d1004e8b2c6a9f0-5d73e8'
  const files = [
    ['1795191012345.0.subscription.20261120T161012345Z-3f9a2c1b7d10.json', subscriptionOf('ada@example.com')],
    ['1795191102345.1.subscription.20261120T161012345Z-3f9a2c1b7d11.claimed', subscriptionOf('eve@example.com')],
    [`1795191102346.2.contact.${contactId}.claimed`, unchecked],
    ['1795191102347.1.acknowledgement.20261120T161012347Z-3f9a2c1b7d1004e8b2c6a9f1-5d73e9.claimed', contactOf()],
  ] as const
  for (const [file, outgoing] of files) {
    const id = /2026[\w-]+/.exec(file)?.[0]
    const receivedAt = '2026-11-20T16:10:12.345Z'
    await writeFile(join(outbox.directory, file), JSON.stringify({ id, receivedAt, outgoing }))
  }
  await outbox.pass()
  expect(new Set(subscription.given.map(({ submission }) => submission))).toEqual(new Set([files[0][1], files[1][1]]))
  expect(contact.given.map(({ submission }) => submission)).toEqual([{ ...unchecked, botCheck: 'unchecked' }])
  expect(acknowledgement.given).toEqual([])
  // The acknowledgement of the contact message follows.
  await outbox.pass()
  expect(acknowledgement.given.map(({ id }) => id)).toEqual([contactId])
  expect(await readdir(outbox.directory)).toEqual(['refused'])
})

it.each<Delivery>([delivered, later('late', 'message'), { kind: 'refused', reason: 'late' }, unanswered])(
  'writes no second file if another process took the message meanwhile: $kind',
  async (outcome) => {
    const directory = await memoryFolderForTest()
    const { deliver, given } = deliverer(delivered)
    const next = openOutbox(directory, { contact: deliver })
    const suspended = openOutbox(directory, { contact: () => next.pass().then(() => outcome) })
    await suspended.accept(contactOf())
    await suspended.pass()
    expect([given.length, await next.state(), await readdir(directory)]).toEqual([1, none, ['refused']])
  },
)

it('finds an operator’s file within seconds, however many messages arrive', async () => {
  const { deliver, given } = deliverer(delivered)
  const outbox = await startOutbox({ contact: deliver })
  await outbox.start()
  await openOutbox(outbox.directory).accept(contactOf(), 'b'.repeat(24))
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1000)
    await outbox.accept(contactOf())
  }
  await until(() => given.some(({ id }) => keyIn(id) === 'b'.repeat(24)))
})

it('reports the numbers of waiting and refused messages, and the age of the oldest', async () => {
  const { accept, clock, spool, state } = await startOutbox()
  expect(await state()).toEqual(none)
  await accept(contactOf())
  clock.now += 90_000
  await accept(contactOf())
  expect(await state()).toEqual({ waiting: 2, oldestSeconds: 90, refused: 0 })
  const [entry] = await spool.queue()
  if (entry) await spool.move(entry, { ...entry, state: 'refused' })
  expect(await state()).toMatchObject({ waiting: 1, refused: 1 })
})
