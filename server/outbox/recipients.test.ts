import { expect, it, onTestFinished } from 'vitest'
import { createIdempotencyKeys } from './message.ts'
import type { Deliver } from './delivery.ts'
import { underWay } from './schedule.ts'
import { delivered, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

const { subscriptionKey } = createIdempotencyKeys(Buffer.alloc(32, 1))

/** An outbox with a Ghost whose answer the test sets, and the recipients of its mails. */
async function startTelling() {
  const ghost = { answer: delivered, asked: [] as string[] }
  const subscription: Deliver = ({ submission }) => {
    if (submission.kind === 'subscription') ghost.asked.push(submission.email)
    return Promise.resolve(ghost.answer)
  }
  const outbox = await startOutbox({ subscription })
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  let requests = 0
  return {
    outbox,
    ghost,
    /** Sends another request of a visitor each time. */
    subscribe: (email = 'ada@example.com') =>
      outbox.accept(subscriptionOf(email), subscriptionKey(email, String((requests += 1)))),
  }
}

it('keeps one waiting subscription for a mailbox, and recognises further ones', async () => {
  const { outbox, ghost, subscribe } = await startTelling()
  expect(await subscribe()).toEqual({ kind: 'accepted' })
  for (const email of ['ada@example.com', 'Ada+news@example.com'])
    expect(await subscribe(email)).toEqual({ kind: 'known' })
  await subscribe('eve@example.com')
  expect((await outbox.state()).waiting).toBe(2)
  await outbox.pass()
  expect(ghost.asked.sort()).toEqual(['ada@example.com', 'eve@example.com'])
})

it('keeps no second subscription while one is being delivered', async () => {
  const { outbox, subscribe } = await startTelling()
  await subscribe()
  const [entry] = await outbox.spool.queue()
  if (entry) await outbox.spool.move(entry, { ...entry, dueAt: underWay })
  await subscribe()
  expect(await outbox.spool.queue()).toEqual([{ ...entry, dueAt: underWay }])
})

it('keeps another subscription once the first is delivered', async () => {
  const { outbox, ghost, subscribe } = await startTelling()
  for (const _again of [1, 2]) {
    await subscribe()
    await outbox.pass()
  }
  expect(ghost.asked).toHaveLength(2)
})

it('replaces refused subscriptions by a new one, because a retry would send them all', async () => {
  const { outbox, ghost, subscribe } = await startTelling()
  ghost.answer = { kind: 'refused', reason: 'invite-only' }
  await subscribe('eve@example.com')
  for (const _again of [1, 2, 3]) {
    await subscribe()
    await outbox.pass()
  }
  expect(await outbox.state()).toMatchObject({ waiting: 0, refused: 2 })
  ghost.answer = delivered
  await subscribe()
  await outbox.pass()
  expect(await outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
})

it('rejects a subscription while the folder is full, and keeps the next', async () => {
  await using outbox = await startOutbox({ maxBytes: 4096 })
  const [first, second] = [subscriptionKey('ada@example.com', '1'), subscriptionKey('ada@example.com', '2')]
  await outbox.accept(contactOf())
  expect((await outbox.accept(subscriptionOf('ada@example.com'), first)).kind).toBe('unavailable')
  for (const entry of await outbox.spool.queue()) await outbox.spool.remove(entry)
  outbox.clock.now += 10_000
  expect((await outbox.accept(subscriptionOf('ada@example.com'), second)).kind).toBe('accepted')
})
