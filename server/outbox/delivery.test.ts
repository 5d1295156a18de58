import { expect, it } from 'vitest'
import { type Delivery, later } from './delivery.ts'
import { maxBackoffMs } from './schedule.ts'
import { deferred } from '../../test/support/deferred.ts'
import { beginningsIn, deliverer } from '../../test/support/deliverer.ts'
import { delivered, type OutboxAtHand, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

/** The polls at which a delivery begins. */
const triedAt = (beginnings: number[]) => beginnings.flatMap((count, look) => (count > 0 ? [look] : []))

/** The only refused message, as in its file. */
async function refusedIn({ spool }: OutboxAtHand) {
  const [entry, ...others] = await spool.refused()
  expect(others).toEqual([])
  return entry && (await spool.read(entry))
}

it('delivers what it accepts at once, and keeps nothing of it', async () => {
  const ghost = deliverer(delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.start()
  expect(await outbox.accept(subscriptionOf('ada@example.com'))).toEqual({ kind: 'accepted' })
  await expect.poll(() => outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
  expect(ghost.given.map(({ submission }) => submission)).toEqual([subscriptionOf('ada@example.com')])
})

it('accepts while a delivery hangs', async () => {
  const hanging = deferred<Delivery>()
  await using outbox = await startOutbox({ subscription: () => hanging.promise })
  await outbox.start()
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect(await outbox.accept(subscriptionOf(`${name}@example.com`))).toEqual({ kind: 'accepted' })
  expect((await outbox.state()).waiting).toBe(5)
  hanging.resolve(delivered)
  await expect.poll(async () => (await outbox.state()).waiting).toBe(0)
})

it('retries after a growing backoff, and records why the last attempt failed', async () => {
  const mail = deliverer(later('greylisted', 'message'))
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  expect(triedAt(await beginningsIn(outbox, mail, 81, 1000))).toEqual([0, 5, 15, 35, 75])
  const [entry] = await outbox.spool.queue()
  expect(entry).toMatchObject({ state: 'waiting', attempts: 5 })
  expect(entry && (await outbox.spool.read(entry))).toMatchObject({
    message: { submission: contactOf(), failure: { reason: 'greylisted', at: '2026-11-20T16:11:27.345Z' } },
  })
})

it.each([
  { asked: 600, waited: 600_000 },
  { asked: 999_999, waited: maxBackoffMs },
  { asked: 1, waited: 5000 },
])('asked to wait $asked s, it waits $waited ms, never more than an hour', async ({ asked, waited }) => {
  await using outbox = await startOutbox({ subscription: deliverer(later('429', 'message', asked)).deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  expect((await outbox.spool.queue())[0]?.dueAt).toBe(outbox.clock.now + waited)
  outbox.clock.now += 1000
  await outbox.pass()
  expect(await outbox.spool.queue()).toMatchObject([{ attempts: 1 }])
})

it.each([
  { what: 'failed', outcome: later('greylisted', 'message') },
  { what: 'failed, for want of a destination', outcome: later('down', 'destination') },
  { what: 'was asked to wait', outcome: later('429', 'message', 3600) },
])('retries at once what $what while the clock was an hour ahead, once the clock is right', async ({ outcome }) => {
  const ghost = deliverer(outcome)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  outbox.clock.setBackMs = -3_600_000
  await outbox.pass()
  outbox.clock.setBackMs = 0
  outbox.clock.now += 10_000
  await outbox.pass()
  expect(ghost.given).toHaveLength(2)
})

it('keeps a refused message with the reason, and does not retry it', async () => {
  const mail = deliverer({ kind: 'refused', reason: '550 no such mailbox' })
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  await outbox.pass()
  outbox.clock.now += 3 * maxBackoffMs
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 1 })
  expect(await refusedIn(outbox)).toMatchObject({
    message: { submission: contactOf(), failure: { reason: '550 no such mailbox' } },
  })
})

it('treats an unexpected exception as a failure of that message alone', async () => {
  await using outbox = await startOutbox({ contact: () => Promise.reject(new Error('a bug')) })
  await outbox.accept(contactOf())
  await outbox.pass()
  expect((await outbox.spool.queue())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(outbox.logged()).toContain('a bug')
})

it('stops only when running deliveries have ended', async () => {
  const slow = deferred<Delivery>()
  await using outbox = await startOutbox({ contact: () => slow.promise })
  await outbox.start()
  await outbox.accept(contactOf())
  const events: string[] = []
  const stopped = outbox.stop().then(() => events.push('stopped'))
  await outbox.accept(contactOf({ email: 'late@example.com' }))
  events.push('released')
  slow.resolve(delivered)
  await stopped
  expect(events).toEqual(['released', 'stopped'])
  // The late message is kept for the next start.
  expect(await outbox.spool.queue()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 })])
})

it('logs the outcome of a message, and nothing that a visitor wrote', async () => {
  await using outbox = await startOutbox({
    subscription: deliverer(later('Ghost is down', 'destination')).deliver,
    contact: deliverer({ kind: 'refused', reason: '550 no such mailbox' }).deliver,
  })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.accept(contactOf())
  await outbox.pass()
  const logged = outbox.logged()
  for (const reason of ['Ghost is down', '550 no such mailbox']) expect(logged).toContain(reason)
  expect(logged).not.toMatch(/example\.com|Bélanger|boîtes|203\.0\.113/)
})

it('repeats after an hour what has perhaps arrived, and leaves it to the operator after three times', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' })
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  expect(triedAt(await beginningsIn(outbox, ghost, 61, 600_000))).toEqual([0, 6, 12])
  expect(await outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
  expect(await refusedIn(outbox)).toMatchObject({
    message: { submission: subscriptionOf('ada@example.com'), failure: { reason: 'silence' } },
  })
})
