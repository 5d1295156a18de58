import { expect, it, onTestFinished, vi } from 'vitest'
import { later } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { deliverer } from '../support/deliverer.ts'
import { claimMs, delivered, openOutbox } from '../support/outbox-at-hand.ts'
import { contactOf, makeFolder, subscriptionOf } from '../support/outbox-folder.ts'

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

// See outbox-claims.test.ts for other ends of such a delivery.
it('leaves a message alone that another process took up when the claim had run out', async () => {
  await using folder = await makeFolder()
  await using other = openOutbox(folder.path, { contact: deliverer(delivered).deliver })
  await using outbox = openOutbox(folder.path, {
    contact: async () => {
      for (const { clock } of [outbox, other]) clock.now += claimMs
      await other.pass()
      return later('too late', 'message')
    },
  })
  await outbox.accept(contactOf())
  await outbox.pass()
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
  expect(outbox.logged()).toContain('may arrive twice')
})

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
