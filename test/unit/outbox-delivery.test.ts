import { expect, it, onTestFinished, vi } from 'vitest'
import { type Delivery, later } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { longestBackoffMs } from '../../server/outbox/schedule.ts'
import { deliverer } from '../support/deliverer.ts'
import { claimMs, delivered, openOutbox, startOutbox } from '../support/outbox-at-hand.ts'
import { contactOf, makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

type Outbox = Awaited<ReturnType<typeof startOutbox>>

/** How many deliveries begin at each look, a step apart from now on. */
async function beginningsIn(outbox: Outbox, { given }: ReturnType<typeof deliverer>, looks: number, stepMs: number) {
  const start = outbox.clock.now
  const beginnings: number[] = []
  for (let look = 0; look < looks; look += 1) {
    outbox.clock.now = start + look * stepMs
    const before = given.length
    await outbox.pass()
    beginnings.push(given.length - before)
  }
  return beginnings
}

/** The looks at which something begins. */
const triedAt = (beginnings: number[]) => beginnings.flatMap((count, look) => (count > 0 ? [look] : []))

/** The one message that was refused, as its file has it. */
async function refusedIn({ spool }: Outbox) {
  const [entry, ...others] = await spool.refused()
  expect(others).toEqual([])
  return entry && (await spool.read(entry))
}

/** A delivery that ends when the test says so. */
function hangingDelivery() {
  let end = (_: Delivery) => {}
  const delivery = new Promise<Delivery>((resolve) => {
    end = resolve
  })
  return { deliver: () => delivery, end: () => end(delivered) }
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
  const hanging = hangingDelivery()
  await using outbox = await startOutbox({ subscription: hanging.deliver })
  await outbox.start()
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect(await outbox.accept(subscriptionOf(`${name}@example.com`))).toEqual({ kind: 'accepted' })
  expect((await outbox.state()).waiting).toBe(5)
  hanging.end()
  await expect.poll(async () => (await outbox.state()).waiting).toBe(0)
})

it('tries again after a growing backoff, and not before', async () => {
  const mail = deliverer(later('greylisted', 'message'))
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  expect(triedAt(await beginningsIn(outbox, mail, 81, 1000))).toEqual([0, 5, 15, 35, 75])
  expect((await outbox.spool.queue())[0]).toMatchObject({ state: 'waiting', attempts: 5 })
})

it('says that nothing comes through to the mail server, without its name, until something does', async () => {
  const mail = deliverer(later('connect ECONNREFUSED mail.nordet.example', 'destination'), delivered)
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  expect(outbox.diagnostics()).toEqual([])
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual(['outbox: the last delivery failed (mail), what waits is tried again'])
  outbox.clock.now += 5000
  await outbox.pass()
  expect(outbox.diagnostics()).toEqual([])
})

it('writes down why the last attempt failed', async () => {
  await using outbox = await startOutbox({ contact: deliverer(later('greylisted', 'message')).deliver })
  await outbox.accept(contactOf())
  await outbox.pass()
  const [entry] = await outbox.spool.queue()
  expect(entry && (await outbox.spool.read(entry))).toMatchObject({
    message: { submission: contactOf(), failure: { reason: 'greylisted', at: '2026-11-20T16:10:12.345Z' } },
  })
})

it.each([
  { asked: 600, waited: 600_000 },
  { asked: 999_999, waited: longestBackoffMs },
  { asked: 1, waited: 5000 },
])('asked to wait $asked s it waits $waited ms, never more than an hour', async ({ asked, waited }) => {
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
])('tries at once what $what while the clock was an hour ahead, once that is put right', async ({ outcome }) => {
  const ghost = deliverer(outcome)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  outbox.clock.now += 3_600_000
  await outbox.pass()
  outbox.clock.now -= 3_590_000
  await outbox.pass()
  expect(ghost.given).toHaveLength(2)
})

it('sets a refused message aside, with the reason, and tries it no more', async () => {
  const mail = deliverer({ kind: 'refused', reason: '550 no such mailbox' })
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  await outbox.pass()
  outbox.clock.now += 3 * longestBackoffMs
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 1 })
  expect(await refusedIn(outbox)).toMatchObject({
    message: { submission: contactOf(), failure: { reason: '550 no such mailbox' } },
  })
})

it('asks a destination that is down once a backoff, however many messages wait for it', async () => {
  const ghost = deliverer(later('down', 'destination'))
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  for (let index = 0; index < 20; index += 1) await outbox.accept(subscriptionOf(`${index}@example.com`))
  // Three at once until the first failure; then one, at 20 s after three failures, at 60 s after the fourth.
  const expected = [3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
  expect(await beginningsIn(outbox, ghost, 17, 5000)).toEqual(expected)
})

it('leaves no destination waiting for another one', async () => {
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
  await expect.poll(async () => (await outbox.state()).waiting, { timeout: 10_000 }).toBe(0)
  expect(most).toBe(3)
  expect(new Set(arrived).size).toBe(40)
  expect(arrived).toHaveLength(40)
})

it('delivers each message once, though many processes share the folder', async () => {
  await using folder = await makeFolder()
  const arrived: string[] = []
  const deliver = async ({ id }: Message) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    arrived.push(id)
    return delivered
  }
  const processes = Array.from({ length: 4 }, () => openOutbox(folder.path, { subscription: deliver }))
  for (let index = 0; index < 60; index += 1) {
    await processes[index % 4]?.accept(subscriptionOf(`${index}@example.com`))
  }
  await Promise.all(processes.map((process) => process.start()))
  await expect.poll(async () => (await processes[0]?.state())?.waiting, { timeout: 10_000 }).toBe(0)
  await Promise.all(processes.map((process) => process.stop()))
  expect(arrived).toHaveLength(60)
  expect(new Set(arrived).size).toBe(60)
})

it('takes up what a process that died was delivering, once its claim has run out', async () => {
  await using folder = await makeFolder()
  await using dead = openOutbox(folder.path)
  await dead.accept(contactOf())
  const [entry] = await dead.spool.queue()
  if (entry) await dead.spool.move(entry, { ...entry, state: 'claimed', dueAt: dead.clock.now + claimMs, attempts: 1 })

  const mail = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: mail.deliver })
  outbox.clock.now += claimMs - 1
  await outbox.pass()
  expect(mail.given).toEqual([])
  outbox.clock.now += 1
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
  expect((await outbox.state()).waiting).toBe(0)
})

it.each<Delivery>([delivered, later('too late', 'message'), { kind: 'refused', reason: 'too late' }])(
  'leaves a message alone that another process took up when the claim had run out, though it ends with $kind',
  async (outcome) => {
    await using folder = await makeFolder()
    await using other = openOutbox(folder.path, { contact: deliverer(delivered).deliver })
    await using outbox = openOutbox(folder.path, {
      contact: async () => {
        for (const { clock } of [outbox, other]) clock.now += claimMs
        await other.pass()
        return outcome
      },
    })
    await outbox.accept(contactOf())
    await outbox.pass()
    expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
    expect(outbox.logged()).toContain('may arrive twice')
  },
)

it('looks for what others have put into its folder, however much comes meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using folder = await makeFolder()
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

it('lets a message wait that has nowhere to go, until it has', async () => {
  await using folder = await makeFolder()
  await using unconfigured = openOutbox(folder.path)
  await unconfigured.accept(contactOf())
  await unconfigured.pass()
  expect((await unconfigured.spool.queue())[0]).toMatchObject({ state: 'waiting', attempts: 0 })

  const mail = deliverer(delivered)
  await using outbox = openOutbox(folder.path, { contact: mail.deliver })
  await outbox.pass()
  expect(mail.given).toHaveLength(1)
})

it('takes an unexpected exception for a failure of that message alone', async () => {
  await using outbox = await startOutbox({ contact: () => Promise.reject(new Error('a bug')) })
  await outbox.accept(contactOf())
  await outbox.pass()
  expect((await outbox.spool.queue())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(outbox.logged()).toContain('a bug')
})

it('stops only when what is under way has ended', async () => {
  const slow = hangingDelivery()
  await using outbox = await startOutbox({ contact: slow.deliver })
  await outbox.start()
  await outbox.accept(contactOf())
  const events: string[] = []
  const stopped = outbox.stop().then(() => events.push('stopped'))
  await outbox.accept(contactOf({ email: 'late@example.com' }))
  events.push('released')
  slow.end()
  await stopped
  expect(events).toEqual(['released', 'stopped'])
  // What came meanwhile is safe, and is for the next start.
  expect(await outbox.spool.queue()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 })])
})

it('logs what became of a message, and nothing of what a visitor wrote', async () => {
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

it('sends what has perhaps arrived again after an hour, and is the operator’s after three times', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' })
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  expect(triedAt(await beginningsIn(outbox, ghost, 61, 600_000))).toEqual([0, 6, 12])
  expect(await outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
  expect(await refusedIn(outbox)).toMatchObject({
    message: { submission: subscriptionOf('ada@example.com'), failure: { reason: 'silence' } },
  })
})

it('delivers others while it is not known whether one has arrived', async () => {
  const ghost = deliverer({ kind: 'unanswered', reason: 'silence' }, delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  await outbox.accept(subscriptionOf('zoe@example.com'))
  await outbox.pass()
  expect(ghost.emails()).toEqual(['ada@example.com', 'zoe@example.com'])
})

it('delivers to a destination again where the clock was set back while it was left alone', async () => {
  const day = 24 * 3_600_000
  const ghost = deliverer(later('down', 'destination'), delivered)
  await using outbox = await startOutbox({ subscription: ghost.deliver })
  outbox.clock.now += day
  await outbox.accept(subscriptionOf('ada@example.com'))
  await outbox.pass()
  outbox.clock.now -= day
  await outbox.pass()
  expect((await outbox.state()).waiting).toBe(0)
})
