import { expect, it } from 'vitest'
import { deliverer } from '../support/deliverer.ts'
import { delivered, startOutbox } from '../support/outbox-at-hand.ts'
import { subscriptionOf } from '../support/outbox-folder.ts'

it('sends what has perhaps arrived again after an hour, and is the operator’s after three times', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' })
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  const start = outbox.clock.now
  const tried: number[] = []
  for (let minute = 0; minute <= 600; minute += 10) {
    outbox.clock.now = start + minute * 60_000
    const before = ghost.given.length
    await outbox.pass()
    if (ghost.given.length > before) tried.push(minute)
  }
  expect(tried).toEqual([0, 60, 120])
  expect(await outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
  const [entry] = await outbox.spool.refused()
  expect(entry && (await outbox.spool.read(entry))).toMatchObject({
    message: { submission: subscriptionOf('ada@example.com'), failure: { reason: 'silence' } },
  })
})

it('delivers others meanwhile where nobody knows whether one has arrived', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' }, delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  await outbox.accept(subscriptionOf('zoe@example.com'))
  await outbox.pass()
  expect(ghost.emails()).toEqual(['ada@example.com', 'zoe@example.com'])
})
