import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyIn } from './entry.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

const key = 'c0ffee00'.repeat(3)

it('keeps a repeated message once, at once or after its delivery', async () => {
  const mail = deliverer(delivered)
  await using outbox = await startOutbox({ contact: mail.deliver })
  const send = () => outbox.accept(contactOf(), key)
  expect(await Promise.all([send(), send()])).toEqual([{ kind: 'accepted' }, { kind: 'known' }])
  await outbox.pass()
  expect(await send()).toEqual({ kind: 'known' })
  await outbox.pass()
  expect(mail.given.map(({ id }) => keyIn(id))).toEqual([key])
})

it.each(['waiting', 'refused'] as const)('recognises a message that is %s since before a restart', async (state) => {
  await using folder = await temporaryFolder()
  await using before = openOutbox(folder.path)
  await before.accept(contactOf(), key)
  const [entry] = await before.spool.queue()
  if (entry) await before.spool.move(entry, { ...entry, state })
  await using outbox = openOutbox(folder.path)
  expect(await outbox.accept(contactOf(), key)).toEqual({ kind: 'known' })
  const { waiting, refused } = await outbox.state()
  expect(waiting + refused).toBe(1)
})

it('does not recognise what it could not keep', async () => {
  await using folder = await temporaryFolder()
  const inTheWay = join(folder.path, 'file')
  await writeFile(inTheWay, '')
  await using outbox = openOutbox(join(inTheWay, 'outbox'))
  const send = async () => (await outbox.accept(contactOf(), key)).kind
  expect(await send()).toBe('unavailable')
  await rm(inTheWay)
  expect(await send()).toBe('accepted')
})
