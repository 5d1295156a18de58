import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createId, fileOf } from './entry.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

it('moves a broken file to refused, names it in the log, and continues', async () => {
  const { given, deliver } = deliverer(delivered)
  await using outbox = await startOutbox({ contact: deliver })
  await outbox.spool.prepare()
  const broken = fileOf({ id: createId(0), step: 'contact', state: 'waiting', dueAt: 0, attempts: 0 })
  await writeFile(join(outbox.directory, broken), '{"id":"20261120T16')
  await writeFile(join(outbox.directory, 'copied-by-hand.json'), '{}')
  await outbox.accept(contactOf())
  await outbox.pass()
  expect(given).toHaveLength(1)
  expect(await readdir(outbox.directory)).toEqual(['refused'])
  expect(await readdir(join(outbox.directory, 'refused'))).toHaveLength(2)
  expect(outbox.logged()).toContain('the file is not JSON')
  expect(outbox.logged()).toContain('copied-by-hand.json')
})

it('rejects messages if the folder can never be created', async () => {
  await using outbox = openOutbox('/proc/absent/outbox')
  expect((await outbox.accept(contactOf())).kind).toBe('unavailable')
})

it('reports how many messages wait, for how long, and how many were refused', async () => {
  await using outbox = await startOutbox()
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
  await outbox.accept(contactOf())
  outbox.clock.now += 90_000
  await outbox.accept(contactOf())
  expect(await outbox.state()).toEqual({ waiting: 2, oldestSeconds: 90, refused: 0 })
  const [entry] = await outbox.spool.queue()
  if (entry) await outbox.spool.move(entry, { ...entry, state: 'refused' })
  expect(await outbox.state()).toMatchObject({ waiting: 1, refused: 1 })
})
