import { expect, it } from 'vitest'
import { type Delivery, later } from '../../server/outbox/delivery.ts'
import { delivered, openOutbox } from '../support/outbox-at-hand.ts'
import { makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

const day = 24 * 3_600_000

it('delivers to a destination again', async () => {
  await using folder = await makeFolder()
  const outcome: { now: Delivery } = { now: later('down', 'destination') }
  await using outbox = openOutbox(folder.path, { subscription: () => Promise.resolve(outcome.now) })
  outbox.clock.now += day
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  outbox.clock.now -= day
  outcome.now = delivered
  await outbox.pass()
  expect((await outbox.state()).waiting).toBe(0)
})
