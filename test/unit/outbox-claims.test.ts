import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Submission } from '../../server/outbox/message.ts'
import { type Delivery, later } from '../../server/outbox/delivery.ts'
import { heartbeatMs, heartbeatTimeoutMs } from '../../server/outbox/schedule.ts'
import { deferred } from '../support/deferred.ts'
import { deliverer } from '../support/deliverer.ts'
import { claimMs, delivered, openOutbox } from '../support/outbox-at-hand.ts'
import { contactOf, makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

const none = { waiting: 0, oldestSeconds: 0, refused: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A folder in which one message is claimed by a process that is no more. */
async function leftBehind(submission: Submission = contactOf()) {
  const folder = await makeFolder()
  await using dead = openOutbox(folder.path)
  await dead.accept(submission)
  const [entry] = await dead.spool.queue()
  if (entry) await dead.spool.move(entry, { ...entry, state: 'claimed', dueAt: dead.clock.now + claimMs, attempts: 1 })
  return folder
}

/** Two processes on one folder, of which the first can be held up in the middle of its delivery. */
async function openPair() {
  const folder = await makeFolder()
  const { promise: held, resolve: end } = deferred<Delivery>()
  const mail = deliverer(delivered)
  const one = openOutbox(folder.path, { contact: (message) => mail.deliver(message).then(() => held) })
  const other = openOutbox(folder.path, { contact: mail.deliver })
  return {
    one,
    other,
    mail,
    end,
    /** The other one looks every five seconds; the first gives no sign, since no timer of it runs. */
    async wait(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += heartbeatMs) {
        for (const { clock } of [one, other]) clock.now += heartbeatMs
        await other.pass()
      }
    },
    async [Symbol.asyncDispose]() {
      end(delivered)
      for (const each of [one, other, folder]) await each[Symbol.asyncDispose]()
    },
  }
}

it.each([
  { what: 'a mail', submission: contactOf() },
  { what: 'a subscription', submission: subscriptionOf('ada@example.com') },
])('takes up $what that a process was at which gives no sign any more, after half a minute', async ({ submission }) => {
  await using folder = await leftBehind(submission)
  const { deliver, given } = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: deliver, subscription: deliver })
  const tried: number[] = []
  for (let second = 0; second <= 60; second += 5) {
    await outbox.pass()
    if (given.length > tried.length) tried.push(second)
    outbox.clock.now += heartbeatMs
  }
  expect(tried).toEqual([30])
  expect(await outbox.state()).toEqual(none)
})

it('takes no claim for free after a silence in which it stood still itself', async () => {
  await using folder = await leftBehind()
  const { deliver, given } = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: deliver })
  await outbox.pass()
  outbox.clock.now += heartbeatTimeoutMs + heartbeatMs
  await outbox.pass()
  expect(given).toEqual([])
})

it('leaves what it is delivering itself alone, however long that takes', async () => {
  await using pair = await openPair()
  const { one, mail } = pair
  await one.accept(contactOf())
  await one.start()
  for (let look = 0; look < 10; look += 1) {
    one.clock.now += heartbeatMs
    await one.start()
  }
  expect(mail.given).toHaveLength(1)
})

it.each<Delivery>([
  delivered,
  later('too late', 'message'),
  { kind: 'refused', reason: 'too late' },
  { kind: 'unanswered', reason: 'cut off' },
])('brings one second copy where its owner stood still, went on, and ends with $kind', async (outcome) => {
  await using pair = await openPair()
  const { one, other, mail } = pair
  await one.accept(contactOf())
  await one.start()
  await expect.poll(() => mail.given.length).toBe(1)
  await pair.wait(heartbeatTimeoutMs)
  await pair.wait(heartbeatMs)
  expect(mail.given).toHaveLength(2)
  pair.end(outcome)
  await one.stop()
  await pair.wait(2 * heartbeatTimeoutMs)
  expect([mail.given.length, await other.state()]).toEqual([2, none])
  expect(one.logged()).toContain('may arrive twice')
})

it('keeps its message if it stood still and no other process took it, and does not write into the file', async () => {
  await using pair = await openPair()
  const { one } = pair
  await one.accept(contactOf())
  await one.start()
  one.clock.now += heartbeatTimeoutMs
  pair.end(later('too late', 'message'))
  await one.stop()
  const [entry] = await one.spool.queue()
  expect(entry).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(JSON.stringify(entry && (await one.spool.read(entry)))).not.toContain('too late')
})
