import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { createId, fileOf } from './entry.ts'
import { later } from './delivery.ts'
import { toCsv } from './listing.ts'
import { dueImmediately, underWay } from './schedule.ts'
import { createSpool } from './spool.ts'
import { deliverer, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

const down = later('down', 'destination')

/** An outbox with a refused contact message and a waiting subscription. */
async function setUp() {
  const outbox = await startOutbox({ contact: deliverer({ kind: 'refused', reason: '550 no such mailbox' }).deliver })
  const { accept, clock, directory, pass, spool } = outbox
  await accept(contactOf())
  await pass()
  clock.now += 1000
  await accept(subscriptionOf('ada@example.com'))
  const [refused, waiting] = [...(await spool.refused()), ...(await spool.queue())]
  if (!waiting || !refused) throw new Error('the outbox is not as the test needs it')
  const site = { owner: null as string | null }
  const run = (...args: string[]) =>
    runCommand(args, {
      spool,
      findOwner: () => Promise.resolve(site.owner),
      undeliverable: ['contact messages wait: no mail server'],
      now: () => clock.now,
    })
  return { outbox, directory, spool, waiting, refused, run, site }
}

it('lists waiting and refused messages with the reason, without visitors’ texts', async () => {
  const { run, waiting, refused, directory } = await setUp()
  await writeFile(join(directory, 'refused/stray.json'), '{}')
  const broken = createId(Date.parse('2026-11-20T17:00:00Z'))
  const path = fileOf({ id: broken, step: 'contact', state: 'refused', dueAt: 0, attempts: 1 })
  await writeFile(join(directory, path), '{')
  const { status, output, error } = await run('list')
  expect({ status, error }).toEqual({ status: 0, error: '' })
  expect(output.split('\n')).toEqual([
    `1 waiting, 2 refused, in ${directory}`,
    'contact messages wait: no mail server',
    `${waiting.id}  subscription     2026-11-20T16:10  due now  tried 0×`,
    `${refused.id}  contact          2026-11-20T16:10  refused  tried 1×`,
    '    550 no such mailbox',
    `${broken}  contact          2026-11-20T17:00  refused  tried 1×`,
    '    the file is not JSON',
    'refused/stray.json is no message of this outbox',
    '',
  ])
  for (const args of [['show', broken], ['export']])
    expect(await run(...args)).toMatchObject({ status: 0, output: expect.stringContaining('the file is not JSON') })
})

it('lists an outbox that does not exist yet as empty', async () => {
  const parent = await memoryFolderForTest()
  const spool = createSpool(join(parent, 'none'))
  const findOwner = () => Promise.resolve(null)
  const { status, output } = await runCommand(['list'], { spool, findOwner, undeliverable: [], now: Date.now })
  expect({ status, output }).toEqual({ status: 0, output: `0 waiting, 0 refused, in ${parent}/none\n` })
  expect(await readdir(parent)).toEqual([])
})

it('shows a whole message, and replaces control characters', async () => {
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

it('exports all messages as CSV that a spreadsheet reads as text', async () => {
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

it.each<[text: string, cell: string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['one\r\ntwo', '"one\r\ntwo"'],
  [' led by a space', '" led by a space"'],
  // No cell is a formula.
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['=HYPERLINK("http://evil.example";"x")', `"'=HYPERLINK(""http://evil.example"";""x"")"`],
])('writes the cell %j as %j', (text, cell) => {
  expect(toCsv([[text, 'é'], ['']])).toBe(`\ufeff${cell},é\r\n\r\n`)
})

it.each([
  { args: ['retry'], count: 1, left: 1 },
  { args: ['retry', '--all'], count: 2, left: 0 },
  { args: ['retry', 'all'], count: 2, left: 0 },
  { args: ['retry', 'the refused one'], count: 1, left: 0 },
])('$args makes $count messages due at once, also while the site runs', async ({ args, count, left }) => {
  const { run, spool, refused, site } = await setUp()
  site.owner = 'process 1 on host x'
  const { status, output } = await run(...args.map((arg) => (arg === 'the refused one' ? refused.id : arg)))
  expect([status, output]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${count} to be tried now[^]*no mail server`)),
  ])
  const due = (await spool.queue()).filter(({ dueAt, attempts }) => dueAt === dueImmediately && attempts === 0)
  expect([due.length, (await spool.refused()).length]).toEqual([count, left])
})

it('retries a message at once even if its destination is down', async () => {
  const { deliver, given } = deliverer(down)
  const { accept, pass, spool } = await startOutbox({ contact: deliver })
  await accept(contactOf())
  for (const expected of [1, 1]) {
    await pass()
    expect(given).toHaveLength(expected)
  }
  await runCommand(['retry'], { spool, findOwner: () => Promise.resolve(null), undeliverable: [], now: Date.now })
  for (const expected of [2, 2]) {
    await pass()
    expect(given).toHaveLength(expected)
  }
})

it('deletes a message, also one that a dead process was delivering', async () => {
  const { run, refused, waiting, spool } = await setUp()
  await spool.move(waiting, { ...waiting, dueAt: underWay })
  for (const { id } of [refused, waiting]) expect((await run('remove', id)).output).toBe(`${id} is deleted\n`)
  expect(await spool.all()).toEqual([])
})

it('neither deletes nor retries a message that a running process is delivering', async () => {
  const { run, waiting, spool, site } = await setUp()
  await spool.move(waiting, { ...waiting, dueAt: underWay })
  site.owner = 'process 1 on host x'
  for (const command of ['retry', 'remove']) {
    expect(await run(command, waiting.id)).toMatchObject({ status: 1, error: `${waiting.id} is being delivered\n` })
  }
  expect((await run('retry')).output).toMatch(/^0 to be tried/)
  expect((await run('list')).output).toContain('being delivered')
  site.owner = null
  expect((await run('retry', waiting.id)).output).toMatch(/^1 to be tried/)
})

it('does not delete a message whose delivery has just begun', async () => {
  const { run, waiting, spool } = await setUp()
  const { remove } = spool
  spool.remove = async (entry) => {
    await spool.move(entry, { ...entry, dueAt: underWay, attempts: 1 })
    return remove(entry)
  }
  expect(await run('remove', waiting.id)).toMatchObject({ status: 1, error: `${waiting.id} has just been taken\n` })
  expect(await spool.queue()).toHaveLength(1)
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
  { args: ['--help'], status: 0, output: 'retry all ' },
  { args: [], status: 2, output: 'retry all ' },
])('answers $args with status $status, and changes nothing', async ({ args, status, output, error }) => {
  const { run, spool, waiting, refused } = await setUp()
  const containing = (text?: string) => (text === undefined ? '' : expect.stringContaining(text))
  expect(await run(...args)).toEqual({ status, output: containing(output), error: containing(error) })
  expect(await spool.all()).toEqual([waiting, refused])
})
