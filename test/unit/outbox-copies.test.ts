import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Deliver, type Delivery, later } from '../../server/outbox/delivery.ts'
import { type Entry, keyIn } from '../../server/outbox/entry.ts'
import { atOnce, copyDelayMs, longestBackoffMs, heartbeatTimeoutMs } from '../../server/outbox/schedule.ts'
import { deliverer } from '../support/deliverer.ts'
import { leasesTogether } from '../support/leases-together.ts'
import { delivered, openOutbox, startOutbox } from '../support/outbox-at-hand.ts'
import { contactOf, makeFolder } from '../support/outbox-folder.ts'

const key = 'c0ffee00'.repeat(3)
const none = { waiting: 0, oldestSeconds: 0, refused: 0 }

/** Two instances with a copy of one message, a folder and a clock each; leases and a mail server, which answers as it is told, are shared. */
async function openTwo({ acknowledge = false, copies = 2 } = {}) {
  const folders = [await makeFolder(), await makeFolder()] as const
  const sent: string[] = []
  const acknowledged = deliverer(delivered)
  const mail = { answer: (): Promise<Delivery> => Promise.resolve(delivered) }
  const leases = leasesTogether(() => one.clock.now)
  const contact: Deliver = async ({ id }) => {
    const answer = await mail.answer()
    if (answer.kind === 'delivered') sent.push(id)
    return answer
  }
  const acknowledgement = acknowledge ? acknowledged.deliver : undefined
  const open = (path: string) => openOutbox(path, { contact, acknowledgement, leases })
  const [one, other] = [open(folders[0].path), open(folders[1].path)]
  onTestFinished(async () => {
    for (const held of [one, other, ...folders]) await held[Symbol.asyncDispose]()
  })
  for (const each of [one, other].slice(0, copies)) await each.accept(contactOf(), key)
  return {
    one,
    other,
    leases,
    mail,
    sent,
    acknowledged: acknowledged.given,
    wait(milliseconds: number) {
      for (const { clock } of [one, other]) clock.now += milliseconds
    },
  }
}

it('keeps a message once that is sent again, at once or after it was delivered', async () => {
  const mail = deliverer(delivered)
  await using outbox = await startOutbox({ contact: mail.deliver })
  const send = () => outbox.accept(contactOf(), key)
  expect(await Promise.all([send(), send()])).toEqual([{ kind: 'accepted' }, { kind: 'known' }])
  await outbox.pass()
  expect(await send()).toEqual({ kind: 'known' })
  await outbox.pass()
  expect(mail.given.map(({ id }) => keyIn(id))).toEqual([key])
})

it.each(['waiting', 'refused'] as const)('knows a message again that is %s since before a restart', async (state) => {
  await using folder = await makeFolder()
  await using before = openOutbox(folder.path)
  await before.accept(contactOf(), key)
  const [entry] = await before.spool.queue()
  if (entry) await before.spool.move(entry, { ...entry, state })
  await using outbox = openOutbox(folder.path)
  expect(await outbox.accept(contactOf(), key)).toEqual({ kind: 'known' })
  const { waiting, refused } = await outbox.state()
  expect(waiting + refused).toBe(1)
})

it('does not know again what it could not keep', async () => {
  await using folder = await makeFolder()
  const inTheWay = join(folder.path, 'file')
  await writeFile(inTheWay, '')
  await using outbox = openOutbox(join(inTheWay, 'outbox'))
  const send = async () => (await outbox.accept(contactOf(), key)).kind
  expect(await send()).toBe('unavailable')
  await rm(inTheWay)
  expect(await send()).toBe('accepted')
})

it('drops the copy of an instance that comes back when another one has delivered the message', async () => {
  const { one, other, sent, wait } = await openTwo()
  await other.pass()
  wait(24 * 3_600_000)
  await one.pass()
  expect(sent).toHaveLength(1)
  expect(await one.state()).toEqual(none)
  expect(one.logged()).toContain('needless')
})

it('delivers the copy of an instance that comes back if no other has delivered it', async () => {
  const { one, other, mail, sent, wait } = await openTwo()
  mail.answer = () => Promise.resolve(later('down', 'destination'))
  await other.pass()
  mail.answer = () => Promise.resolve(delivered)
  await one.pass()
  expect(sent).toHaveLength(1)
  wait(longestBackoffMs)
  await other.pass()
  expect([sent.length, await one.state(), await other.state()]).toEqual([1, none, none])
})

it('waits while another instance delivers the same message, and counts no attempt', async () => {
  const { one, other, mail, sent, wait } = await openTwo()
  const meanwhile: Entry[] = []
  mail.answer = async () => {
    mail.answer = () => Promise.resolve(delivered)
    await other.pass()
    meanwhile.push(...(await other.spool.queue()))
    return delivered
  }
  await one.pass()
  const dueAt = other.clock.now + copyDelayMs
  expect(meanwhile).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0, dueAt })])
  expect(sent).toHaveLength(1)
  wait(copyDelayMs)
  await other.pass()
  expect([sent.length, await other.state()]).toEqual([1, none])
})

it('waits as long as the copy that has perhaps been delivered, and lets that one try first', async () => {
  const { one, other, mail, sent, wait } = await openTwo()
  mail.answer = () => Promise.resolve({ kind: 'unanswered', reason: 'cut off' })
  await one.pass()
  mail.answer = () => Promise.resolve(delivered)
  wait(longestBackoffMs - 1)
  await other.pass()
  expect(sent).toEqual([])
  const [entry] = await one.spool.queue()
  // The operator does the same.
  if (entry) await one.spool.move(entry, { ...entry, dueAt: atOnce })
  await one.pass()
  wait(copyDelayMs)
  await other.pass()
  expect([sent.length, await one.state(), await other.state()]).toEqual([1, none, none])
})

it('takes over from an instance that died with a delivery, once its lease has run out', async () => {
  const { one, other, leases, mail, sent, wait } = await openTwo()
  let end = (_: Delivery) => {}
  mail.answer = () => new Promise((resolve) => (end = resolve))
  void one.start()
  await expect.poll(() => one.spool.queue()).toContainEqual(expect.objectContaining({ state: 'claimed' }))
  const holderNow = () => leases.holderOf(`outbox:contact:${key}`)
  await expect.poll(holderNow).toMatch(/^attempt 1 /)
  mail.answer = () => Promise.resolve(delivered)
  await other.pass()
  wait(heartbeatTimeoutMs - 1)
  await other.pass()
  expect(sent).toEqual([])
  wait(copyDelayMs)
  await other.pass()
  expect([sent.length, await other.state()]).toEqual([1, none])
  // An instance that was only slow takes no lease away.
  end(later('cut off', 'destination'))
  await one.stop()
  expect(await holderNow()).toMatch(/^delivered /)
})

it('sends nothing again that was delivered by a process which died before it could remove the file', async () => {
  const { one, sent, acknowledged } = await openTwo({ acknowledge: true, copies: 1 })
  const [entry] = await one.spool.queue()
  await one.pass()
  const [next] = await one.spool.queue()
  // The process has left it so: the lease says that it was delivered, the file does not.
  if (entry && next) await one.spool.move(next, { ...entry, state: 'claimed', dueAt: one.clock.now, attempts: 1 })
  await one.pass()
  expect(sent).toHaveLength(1)
  expect(one.logged()).toContain('had been delivered')
  await one.pass()
  expect([acknowledged.length, await one.state()]).toEqual([1, none])
})

it('acknowledges a message once, though two instances have it', async () => {
  const { one, other, sent, acknowledged } = await openTwo({ acknowledge: true })
  for (const instance of [one, other, one, other]) await instance.pass()
  expect([sent.length, acknowledged.length]).toEqual([1, 1])
  expect([await one.state(), await other.state()]).toEqual([none, none])
})

it('delivers both copies rather than none if the leases are lost, under one key', async () => {
  const { one, other, leases, sent } = await openTwo()
  await one.pass()
  leases.forget()
  await other.pass()
  expect(sent.map(keyIn)).toEqual([key, key])
})
