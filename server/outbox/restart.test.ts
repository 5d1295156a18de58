import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Delivery, later } from './delivery.ts'
import { underWay } from './schedule.ts'
import { deferred } from '../../test/support/deferred.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

const none = { waiting: 0, oldestSeconds: 0, refused: 0 }

it.each([
  { what: 'a mail', submission: contactOf() },
  { what: 'a subscription', submission: subscriptionOf('ada@example.com') },
])('delivers at once $what that a process was delivering when it died, and counts both attempts', async (row) => {
  const mail = deliverer(later('greylisted', 'message'), delivered)
  await using outbox = await startOutbox({ contact: mail.deliver, subscription: mail.deliver })
  await outbox.accept(row.submission)
  const [entry] = await outbox.spool.queue()
  if (entry) await outbox.spool.move(entry, { ...entry, dueAt: underWay, attempts: 1 })
  await outbox.pass()
  expect(await outbox.spool.queue()).toMatchObject([{ attempts: 2, dueAt: outbox.clock.now + 10_000 }])
  outbox.clock.now += 10_000
  await outbox.pass()
  expect([mail.given.length, await outbox.state()]).toEqual([2, none])
})

it('delivers what older builds have kept, also what they were delivering, and repeats no acknowledgement', async () => {
  const mail = deliverer(delivered)
  const [contact, acknowledgement] = [deliverer(delivered), deliverer(delivered)]
  await using outbox = await startOutbox({
    ...{ subscription: mail.deliver, contact: contact.deliver, acknowledgement: acknowledgement.deliver },
  })
  await outbox.spool.prepare()
  // The first builds did not store the result of the bot check.
  const { botCheck: _, ...unchecked } = contactOf()
  const files = [
    ['1795191012345.0.subscription.20261120T161012345Z-3f9a2c1b7d10.json', subscriptionOf('ada@example.com')],
    ['1795191102345.1.subscription.20261120T161012345Z-3f9a2c1b7d11.claimed', subscriptionOf('eve@example.com')],
    ['1795191102346.2.contact.20261120T161012346Z-3f9a2c1b7d1004e8b2c6a9f0-5d73e8.claimed', unchecked],
    ['1795191102347.1.acknowledgement.20261120T161012347Z-3f9a2c1b7d1004e8b2c6a9f1-5d73e9.claimed', contactOf()],
  ] as const
  for (const [file, outgoing] of files) {
    const id = /2026[\w-]+/.exec(file)?.[0]
    const receivedAt = '2026-11-20T16:10:12.345Z'
    await writeFile(join(outbox.directory, file), JSON.stringify({ id, receivedAt, outgoing }))
  }
  await outbox.pass()
  expect(mail.emails().sort()).toEqual(['ada@example.com', 'eve@example.com'])
  expect(contact.given.map(({ submission }) => submission)).toEqual([{ ...unchecked, botCheck: 'unchecked' }])
  expect(acknowledgement.given).toEqual([])
  // The contact message's own acknowledgement follows.
  await outbox.pass()
  expect(acknowledgement.given.map(({ id }) => id)).toEqual(['20261120T161012346Z-3f9a2c1b7d1004e8b2c6a9f0-5d73e8'])
  expect(await readdir(outbox.directory)).toEqual(['refused'])
  expect(await outbox.state()).toEqual(none)
})

it('does not deliver twice what it is delivering itself, however long that takes', async () => {
  const hanging = deferred<Delivery>()
  const mail = deliverer(delivered)
  await using outbox = await startOutbox({ contact: (message) => mail.deliver(message).then(() => hanging.promise) })
  await outbox.accept(contactOf())
  for (let look = 0; look < 10; look += 1) {
    await outbox.start()
    outbox.clock.now += 5000
  }
  expect(mail.given).toHaveLength(1)
  hanging.resolve(delivered)
})

it.each<Delivery>([
  delivered,
  later('too late', 'message'),
  { kind: 'refused', reason: 'too late' },
  { kind: 'unanswered', reason: 'cut off' },
])(
  'writes no second file if it was suspended, another process took its message, and it ends with $kind',
  async (end) => {
    await using folder = await temporaryFolder()
    const mail = deliverer(delivered)
    await using next = openOutbox(folder.path, { contact: mail.deliver })
    await using suspended = openOutbox(folder.path, { contact: () => next.pass().then(() => end) })
    await suspended.accept(contactOf())
    await suspended.pass()
    expect([mail.given.length, await next.state(), await readdir(folder.path)]).toEqual([1, none, ['refused']])
  },
)

it('finds what an operator puts into its folder, however many messages arrive meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using folder = await temporaryFolder()
  const mail = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: mail.deliver })
  await outbox.start()
  await using other = openOutbox(folder.path)
  await other.accept(contactOf({ email: 'by-hand@example.com' }))
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1000)
    await outbox.accept(contactOf())
  }
  await expect.poll(mail.emails).toContain('by-hand@example.com')
})
