import { readdir } from 'node:fs/promises'
import { afterAll, it } from 'vitest'
import { deferred } from '../support/deferred.ts'
import { startMailServer } from '../support/mail-server.ts'
import { contactOf } from '../support/outbox-folder.ts'
import { buildOutboxProcess, startOutboxProcess } from '../support/start-outbox-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The tests run at the same time: their processes mostly wait. See outbox-kill.test.ts for Ghost.

const built = await buildOutboxProcess()
afterAll(() => built[Symbol.asyncDispose]())

const messageOf = (name: string) => contactOf({ email: `visitor-${name}@example.com` })

/** A folder, and a mail server that accepts every message, but answers the first one only on request. */
async function setUp() {
  const folder = await temporaryFolder()
  const { promise: answered, resolve: answer } = deferred()
  let isFirst = true
  const mail = await startMailServer({
    onData(_stream, _session, callback) {
      if (!isFirst) return callback()
      isFirst = false
      void answered.then(() => callback())
    },
  })
  const env = { SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', OUTBOX_DIR: folder.path }
  return {
    start: () => startOutboxProcess(built.file, env, new Set(), 0),
    /** The senders of the messages that the server has received so far, one entry for each copy. */
    taken: () => mail.arrived.map(({ headers }) => /visitor-(\w+)/.exec(headers['reply-to'] ?? '')?.[1]),
    kept: () => readdir(folder.path),
    answer,
    async [Symbol.asyncDispose]() {
      answer()
      for (const each of [mail, folder]) await each[Symbol.asyncDispose]()
    },
  }
}

it.concurrent(
  'delivers at the next start, without a backoff, what a killed process was delivering, once',
  async ({ expect }) => {
    await using world = await setUp()
    await using first = await world.start()
    first.send('a', messageOf('a'))
    await expect.poll(world.taken).toEqual(['a'])
    await first.kill()
    await using _next = await world.start()
    await expect.poll(world.kept).toEqual(['owner', 'refused'])
    expect(world.taken()).toEqual(['a', 'a'])
  },
)

it.concurrent(
  'sends one second copy if a process was suspended and lost its folder, and ends that process',
  async ({ expect }) => {
    await using world = await setUp()
    await using first = await world.start()
    first.send('a', messageOf('a'))
    await expect.poll(world.taken).toEqual(['a'])
    first.pause()
    await using next = await world.start()
    await expect.poll(world.kept).toEqual(['owner', 'refused'])
    expect(world.taken()).toEqual(['a', 'a'])
    first.resume()
    world.answer()
    expect(await first.exited).toBe(1)
    next.send('b', messageOf('b'))
    await expect.poll(world.taken).toContain('b')
    await expect.poll(world.kept).toEqual(['owner', 'refused'])
    expect(world.taken()).toEqual(['a', 'a', 'b'])
  },
)
