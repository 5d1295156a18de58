import { expect, it } from 'vitest'
import { type Delivery, later } from './delivery.ts'
import { maxBackoffMs, underWay } from './schedule.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

/** An outbox with one message, and with these outcomes of its delivery and acknowledgement. `sent` has the acknowledgements. */
async function startWithMessage({ contact = delivered, acknowledgement = delivered }) {
  const sent = deliverer(acknowledgement)
  const outbox = await startOutbox({ contact: deliverer(contact).deliver, acknowledgement: sent.deliver })
  await outbox.accept(contactOf())
  return { ...outbox, sent: sent.given }
}

it('acknowledges a message once it has been delivered, in a step of its own', async () => {
  await using outbox = await startWithMessage({})
  const [entry] = await outbox.spool.queue()
  await outbox.pass()
  expect(outbox.sent).toEqual([])
  expect(await outbox.spool.queue()).toEqual([expect.objectContaining({ id: entry?.id, step: 'acknowledgement' })])
  await outbox.pass()
  expect(outbox.sent).toEqual([expect.objectContaining({ id: entry?.id })])
  expect((await outbox.state()).waiting).toBe(0)
})

it('acknowledges nothing that was not delivered', async () => {
  for (const contact of [later('greylisted', 'message'), { kind: 'refused', reason: '550' }] as const) {
    await using outbox = await startWithMessage({ contact })
    for (const _again of [1, 2]) await outbox.pass()
    expect(outbox.sent).toEqual([])
  }
})

it.each<{ how: string; acknowledgement: Delivery }>([
  { how: 'is refused', acknowledgement: { kind: 'refused', reason: '550 no such mailbox' } },
  { how: 'has perhaps arrived', acknowledgement: { kind: 'unanswered', reason: 'cut off' } },
])('forgets an acknowledgement that $how', async ({ acknowledgement }) => {
  await using outbox = await startWithMessage({ acknowledgement })
  await outbox.pass()
  await outbox.pass()
  expect(outbox.sent).toHaveLength(1)
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
})

it('does not repeat an acknowledgement that a process was sending when it died', async () => {
  await using outbox = await startWithMessage({})
  await outbox.pass()
  const [entry] = await outbox.spool.queue()
  if (entry) await outbox.spool.move(entry, { ...entry, dueAt: underWay, attempts: 1 })
  await outbox.pass()
  expect(outbox.sent).toEqual([])
  expect((await outbox.state()).waiting).toBe(0)
})

it('retries a postponed acknowledgement, ten times at most', async () => {
  await using outbox = await startWithMessage({ acknowledgement: later('greylisted', 'message') })
  for (let pass = 0; pass < 20; pass += 1) {
    await outbox.pass()
    outbox.clock.now += maxBackoffMs
  }
  expect(outbox.sent).toHaveLength(10)
  expect((await outbox.state()).waiting).toBe(0)
})
