import { expect, it } from 'vitest'
import { type Deliver, type Delivery, later } from '../../server/outbox/delivery.ts'
import { longestBackoffMs } from '../../server/outbox/schedule.ts'
import { claimMs, delivered, startOutbox } from '../support/outbox-at-hand.ts'
import { contactOf } from '../support/outbox-folder.ts'

const deliver: Deliver = () => Promise.resolve(delivered)

function acknowledging(outcome: Delivery) {
  const sent: string[] = []
  const acknowledgement: Deliver = ({ id }) => {
    sent.push(id)
    return Promise.resolve(outcome)
  }
  return { sent, acknowledgement }
}

it('acknowledges a message once it has been delivered, in a step of its own', async () => {
  const { sent, acknowledgement } = acknowledging(delivered)
  await using outbox = await startOutbox({ contact: deliver, acknowledgement })
  await outbox.accept(contactOf())
  const [entry] = await outbox.spool.queue()
  await outbox.pass()
  expect(sent).toEqual([])
  expect(await outbox.spool.queue()).toEqual([expect.objectContaining({ id: entry?.id, step: 'acknowledgement' })])
  await outbox.pass()
  expect(sent).toEqual([entry?.id])
  expect((await outbox.state()).waiting).toBe(0)
})

it('acknowledges nothing that was not delivered', async () => {
  for (const outcome of [later('greylisted', 'message'), { kind: 'refused', reason: '550' }] as const) {
    const { sent, acknowledgement } = acknowledging(delivered)
    await using outbox = await startOutbox({ contact: () => Promise.resolve(outcome), acknowledgement })
    await outbox.accept(contactOf())
    await outbox.pass()
    await outbox.pass()
    expect(sent).toEqual([])
  }
})

it.each<{ how: string; outcome: Delivery }>([
  { how: 'is refused', outcome: { kind: 'refused', reason: '550 no such mailbox' } },
  { how: 'has perhaps arrived', outcome: { kind: 'unanswered', reason: 'cut off' } },
])('forgets an acknowledgement that $how', async ({ outcome }) => {
  const { sent, acknowledgement } = acknowledging(outcome)
  await using outbox = await startOutbox({ contact: deliver, acknowledgement })
  await outbox.accept(contactOf())
  await outbox.pass()
  await outbox.pass()
  expect(sent).toHaveLength(1)
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
})

it('does not send an acknowledgement again that a process was sending when it died', async () => {
  const { sent, acknowledgement } = acknowledging(delivered)
  await using outbox = await startOutbox({ contact: deliver, acknowledgement })
  await outbox.accept(contactOf())
  await outbox.pass()
  const [entry] = await outbox.spool.queue()
  if (entry) await outbox.spool.move(entry, { ...entry, state: 'claimed', dueAt: outbox.clock.now + claimMs })
  outbox.clock.now += claimMs
  await outbox.pass()
  expect(sent).toEqual([])
  expect((await outbox.state()).waiting).toBe(0)
})

it('tries an acknowledgement again that is put off, ten times at most', async () => {
  const { sent, acknowledgement } = acknowledging(later('greylisted', 'message'))
  await using outbox = await startOutbox({ contact: deliver, acknowledgement })
  await outbox.accept(contactOf())
  for (let pass = 0; pass < 20; pass += 1) {
    await outbox.pass()
    outbox.clock.now += longestBackoffMs
  }
  expect(sent).toHaveLength(10)
  expect((await outbox.state()).waiting).toBe(0)
})
