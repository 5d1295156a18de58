import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from './command.ts'
import { createId, fileOf } from './entry.ts'
import { later } from './delivery.ts'
import { underWay } from './schedule.ts'
import { deliverer } from '../../test/support/deliverer.ts'
import { delivered, openOutbox, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

const findOwner = () => Promise.resolve(null)

/** An outbox with a contact message that was refused and a subscription that waits. */
async function setUp() {
  const outbox = await startOutbox({ contact: deliverer({ kind: 'refused', reason: '550 no such mailbox' }).deliver })
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  await outbox.accept(contactOf())
  await outbox.pass()
  outbox.clock.now += 1000
  await outbox.accept(subscriptionOf('ada@example.com'))
  const [waiting] = await outbox.spool.queue()
  const [refused] = await outbox.spool.refused()
  if (!waiting || !refused) throw new Error('the outbox is not as the test needs it')
  const { spool, clock } = outbox
  const site = { owner: null as string | null }
  const run = (...args: string[]) =>
    runCommand(args, {
      spool,
      findOwner: () => Promise.resolve(site.owner),
      undeliverable: ['contact messages wait: no mail server'],
      now: () => clock.now,
    })
  return { outbox, directory: outbox.directory, waiting, refused, run, site }
}

it('lists what waits and what was refused, with the reason, and nothing that a visitor wrote', async () => {
  const { run, waiting, refused, directory } = await setUp()
  await writeFile(join(directory, 'refused/stray.json'), '{}')
  const { status, output, error } = await run('list')
  expect({ status, error }).toEqual({ status: 0, error: '' })
  expect(output.split('\n')).toEqual([
    `1 waiting, 1 refused, in ${directory}`,
    'contact messages wait: no mail server',
    `${waiting.id}  subscription     2026-11-20T16:10  due now  tried 0×`,
    `${refused.id}  contact          2026-11-20T16:10  refused  tried 1×`,
    '    550 no such mailbox',
    'refused/stray.json is no message of this outbox',
    '',
  ])
  expect(output).not.toMatch(/example\.com|Bélanger/)
})

it('lists an outbox that does not exist yet as empty', async () => {
  await using folder = await temporaryFolder()
  const { spool } = openOutbox(join(folder.path, 'none'))
  const { status, output } = await runCommand(['list'], { spool, findOwner, undeliverable: [], now: Date.now })
  expect({ status, output }).toEqual({ status: 0, output: `0 waiting, 0 refused, in ${folder.path}/none\n` })
  expect(await readdir(folder.path)).toEqual([])
})

it('shows one message whole, and lets no control character through to the terminal', async () => {
  const { run, refused, outbox, waiting } = await setUp()
  const { status, output } = await run('show', refused.id)
  expect(status).toBe(0)
  for (const part of [
    'name: Zoé Bélanger-Côté',
    'email: zoe@example.com',
    '\nNous avons 40 boîtes à numériser.\nMerci!',
  ]) {
    expect(output).toContain(part)
  }
  expect((await run('show', waiting.id)).output).toContain('email: ada@example.com')
  expect((await run('show', waiting.id)).output).not.toContain('203.0.113')

  await outbox.accept(contactOf({ name: 'a\u001b[2Jb\u009b2Jc\u202ed', message: 'one\r\n\ttwo\u0007' }))
  const hostile = (await outbox.spool.queue()).find(({ step }) => step === 'contact')
  const shown = (await run('show', hostile?.id ?? '')).output
  expect(shown).toContain('name: a\ufffd[2Jb\ufffd2Jc\ufffdd')
  expect(shown).toContain('one\ufffd\n\ttwo\ufffd')
})

it('retries what was refused', async () => {
  const { run, refused, directory } = await setUp()
  expect(await run('retry', refused.id)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^1 to be tried now/),
  })
  const mail = deliverer(delivered)
  await using outbox = openOutbox(directory, { contact: mail.deliver })
  await outbox.pass()
  expect(mail.given.map(({ id }) => id)).toEqual([refused.id])
  expect(await outbox.spool.refused()).toEqual([])
})

it('retries a message at once, even during the backoff of its destination', async () => {
  const mail = deliverer(later('down', 'destination'))
  await using outbox = await startOutbox({ contact: mail.deliver })
  await outbox.accept(contactOf())
  for (const expected of [1, 1]) {
    await outbox.pass()
    expect(mail.given).toHaveLength(expected)
  }
  await runCommand(['retry'], { spool: outbox.spool, findOwner, undeliverable: [], now: () => outbox.clock.now })
  for (const expected of [2, 2]) {
    await outbox.pass()
    expect(mail.given).toHaveLength(expected)
  }
})

it.each([
  { args: ['retry'], count: 1 },
  { args: ['retry', '--all'], count: 2 },
  { args: ['retry', 'all'], count: 2 },
])('$args has $count messages tried at once', async ({ args, count }) => {
  const { run, outbox } = await setUp()
  const { output } = await run(...args)
  expect(output).toMatch(new RegExp(`^${count} to be tried now`))
  expect(output).toContain('no mail server')
  const queue = await outbox.spool.queue()
  expect(queue).toHaveLength(count)
  for (const entry of queue) expect(entry).toMatchObject({ dueAt: 0, attempts: 0, state: 'waiting' })
})

it('exports everything as CSV that a spreadsheet reads as text', async () => {
  const { run, outbox } = await setUp()
  await outbox.accept(contactOf({ name: '=cmd|’/c calc’!A1', message: 'says "hello",\r\nthen leaves' }))
  const { status, output } = await run('export')
  expect(status).toBe(0)
  const [head = '', ...rows] = output.replace(/^\ufeff/, '').split(/\r\n(?=\d{8}T|$)/)
  expect(head).toBe('id,step,received,state,attempts,reason,language,name,company,email,subject,text')
  expect(rows.filter((row) => row !== '')).toHaveLength(3)
  expect(output).toContain(',subscription,2026-11-20T16:10:13.345Z,due now,0,,fr,,,ada@example.com,,\r\n')
  expect(output).toContain(",'=cmd|’/c calc’!A1,")
  expect(output).toContain('"says ""hello"",\r\nthen leaves"')
  expect(output).not.toContain('203.0.113')
})

it('removes one message for good', async () => {
  const { run, refused, waiting, outbox } = await setUp()
  for (const { id } of [refused, waiting]) expect((await run('remove', id)).output).toBe(`${id} is deleted\n`)
  expect(await outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
})

it('refuses to remove or retry a message during its delivery, unless the process has died', async () => {
  const { run, waiting, outbox, site } = await setUp()
  await outbox.spool.move(waiting, { ...waiting, dueAt: underWay })
  site.owner = 'process 1 on host x'
  for (const command of ['retry', 'remove']) {
    expect(await run(command, waiting.id)).toMatchObject({ status: 1, error: `${waiting.id} is being delivered\n` })
  }
  expect((await run('retry')).output).toMatch(/^0 to be tried/)
  expect((await run('list')).output).toContain('being delivered')
  site.owner = null
  expect((await run('retry', waiting.id)).output).toMatch(/^1 to be tried/)
})

it('removes what a dead process was delivering, and retries what was refused while a process runs', async () => {
  const { run, waiting, refused, outbox, site } = await setUp()
  await outbox.spool.move(waiting, { ...waiting, dueAt: underWay })
  expect((await run('remove', waiting.id)).output).toBe(`${waiting.id} is deleted\n`)
  site.owner = 'process 1 on host x'
  expect((await run('retry', refused.id)).output).toMatch(/^1 to be tried/)
})

it('never deletes a message that the site has begun to deliver meanwhile', async () => {
  const { run, waiting, outbox } = await setUp()
  const { remove } = outbox.spool
  outbox.spool.remove = async (entry) => {
    await outbox.spool.move(entry, { ...entry, dueAt: underWay, attempts: 1 })
    return remove(entry)
  }
  expect(await run('remove', waiting.id)).toMatchObject({ status: 1, error: `${waiting.id} has just been taken\n` })
  expect(await outbox.spool.queue()).toHaveLength(1)
})

it('shows, lists and exports a broken file without failing', async () => {
  const { run, outbox, directory } = await setUp()
  const id = createId(outbox.clock.now)
  const path = fileOf({ id, step: 'contact', state: 'refused', dueAt: 0, attempts: 1 })
  await writeFile(join(directory, path), '{')
  for (const args of [['list'], ['show', id], ['export']]) {
    expect(await run(...args)).toMatchObject({ status: 0, output: expect.stringContaining('the file is not JSON') })
  }
})

it.each([
  { args: ['show', 'nothing'], status: 1, error: 'nothing: no such message' },
  { args: ['retry', '../../etc/passwd'], status: 1, error: 'no such message' },
  { args: ['remove', '--all'], status: 1, error: '--all: no such message' },
  { args: ['show'], status: 2, error: '"show" is not a command' },
  { args: ['remove'], status: 2, error: '"remove" is not a command' },
  { args: ['list', 'x'], status: 2, error: '"list x" is not a command' },
  { args: ['retry', 'a', 'b'], status: 2, error: '"b" is too much' },
  { args: ['lst'], status: 2, error: '"lst" is not a command' },
])('answers $args with status $status', async ({ args, status, error }) => {
  const { run, outbox } = await setUp()
  const result = await run(...args)
  expect(result).toEqual({ status, output: '', error: expect.stringContaining(error) })
  expect(await outbox.state()).toMatchObject({ waiting: 1, refused: 1 })
})

it('explains itself', async () => {
  const { run } = await setUp()
  expect((await run('--help')).status).toBe(0)
  expect(await run()).toMatchObject({ status: 2, output: expect.stringContaining('retry all ') })
})
