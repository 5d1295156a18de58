import { expect, it } from 'vitest'
import { later } from './delivery.ts'
import { beginningsIn, deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

it('reports that deliveries by mail fail, without the server’s name, until one succeeds', async () => {
  const mail = deliverer(later('connect ECONNREFUSED mail.site.example', 'destination'), delivered)
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  expect(outbox.diagnostics()).toEqual([])
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual(['outbox: the last delivery failed (mail), what waits is tried again'])
  outbox.clock.now += 5000
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual([])
})

it('tries a destination that is down once a backoff, however many messages wait for it', async () => {
  const ghost = deliverer(later('down', 'destination'))
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  for (let index = 0; index < 20; index += 1) await outbox.accept(subscriptionOf(`${index}@example.com`))
  // Three at a time until the first failure, then one: 20 s after three failures, 60 s after the fourth.
  const expected = [3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
  expect(await beginningsIn(outbox, ghost, 17, 5000)).toEqual(expected)
})

it('does not let one destination wait for another', async () => {
  const mail = deliverer(delivered)
  await using outbox = await startOutbox({
    subscription: deliverer(later('down', 'destination')).deliver,
    contact: mail.deliver,
  })
  for (let index = 0; index < 9; index += 1) await outbox.accept(subscriptionOf(`${index}@example.com`))
  await outbox.pass()
  await outbox.accept(contactOf())
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
})

it('delivers everything when the destination is back, three at a time', async () => {
  let open = 0
  let most = 0
  const arrived: string[] = []
  await using outbox = await startOutbox({
    subscription: async ({ id }) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      arrived.push(id)
      return delivered
    },
  })
  for (let index = 0; index < 40; index += 1) await outbox.accept(subscriptionOf(`${index}@example.com`))
  await outbox.start()
  await expect.poll(async () => (await outbox.state()).waiting).toBe(0)
  expect(most).toBe(3)
  expect(new Set(arrived).size).toBe(40)
  expect(arrived).toHaveLength(40)
})

it('lets a message without a route wait until there is one', async () => {
  await using folder = await temporaryFolder()
  await using unconfigured = openOutbox(folder.path)
  await unconfigured.accept(contactOf())
  await unconfigured.pass()
  expect((await unconfigured.spool.queue())[0]).toMatchObject({ state: 'waiting', attempts: 0 })

  const mail = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: mail.deliver })
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
})

it('delivers other messages after one without an answer', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' }, delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  await outbox.accept(subscriptionOf('zoe@example.com'))
  await outbox.pass()
  expect(ghost.emails()).toEqual(['ada@example.com', 'zoe@example.com'])
})

it('delivers to a destination again after its backoff, if the clock was set back meanwhile', async () => {
  const ghost = deliverer(later('down', 'destination'), delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  outbox.clock.setBackMs = 24 * 3_600_000
  expect(await beginningsIn(outbox, ghost, 2, 5000)).toEqual([0, 1])
  expect((await outbox.state()).waiting).toBe(0)
})
