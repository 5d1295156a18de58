import { readdir } from 'node:fs/promises'
import { afterAll, type ExpectStatic, it } from 'vitest'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startMailServer } from '../support/mail-server.ts'
import { contactOf, subscriptionOf } from '../support/outbox-folder.ts'
import { buildOutboxProcess, startOutboxProcess } from '../support/start-outbox-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The rows of all tests run at the same time: their processes mostly wait.

const built = await buildOutboxProcess()
afterAll(() => built[Symbol.asyncDispose]())

const rows = [{ to: 'mail' }, { to: 'ghost' }] as const

/** A folder, and a mail server or a Ghost that takes every message, but answers the first one only when it is told to. */
async function setUp({ to }: (typeof rows)[number]) {
  const folder = await temporaryFolder()
  let count = 0
  let answer = () => {}
  const untilAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const wait = async () => {
    count += 1
    if (count === 1) await untilAnswered
  }
  const mail = await startMailServer({ onData: (_stream, _session, callback) => void wait().then(() => callback()) })
  const ghost = await startFakeGhost()
  ghost.state.beforeSubscribed = wait
  const env = { ...ghost.env, SMTP_URL: mail.url, CONTACT_TO: 'info@nordet.example', OUTBOX_DIR: folder.path }
  return {
    start: () => startOutboxProcess(built.file, env, new Set(), 1),
    messageOf(name: string) {
      const email = `visitor-${name}@example.com`
      return to === 'mail' ? contactOf({ email }) : subscriptionOf(email)
    },
    /** Whom it has heard of so far, once a copy. */
    taken: () =>
      [
        ...mail.arrived.map(({ headers }) => headers['reply-to'] ?? ''),
        ...ghost.subscriptions.map(({ body }) => (body as { email: string }).email),
      ].map((address) => /visitor-(\w+)/.exec(address)?.[1]),
    kept: () => readdir(folder.path),
    answer,
    async [Symbol.asyncDispose]() {
      answer()
      for (const each of [mail, ghost, folder]) await each[Symbol.asyncDispose]()
    },
  }
}

type World = Awaited<ReturnType<typeof setUp>>
type Process = Awaited<ReturnType<World['start']>>

/** Runs a test in every row at once. It starts when a first process has sent `a`, and waits for the answer. */
function inEveryRow(title: string, body: (world: World, first: Process, expect: ExpectStatic) => Promise<void>) {
  it.concurrent(title, async ({ expect }) => {
    await Promise.all(
      rows.map(async (row) => {
        await using world = await setUp(row)
        await using first = await world.start()
        first.send('a', world.messageOf('a'))
        await expect.poll(world.taken).toEqual(['a'])
        await body(world, first, expect)
      }),
    )
  })
}

inEveryRow(
  'tries again within five seconds of the next start what a process was at when it was killed, once',
  async (world, first, expect) => {
    await first.kill()
    await using next = await world.start()
    await expect.poll(world.kept, { timeout: 10_000 }).toEqual(['owner', 'refused'])
    expect(performance.now() - next.startedAt).toBeLessThan(5000)
    expect(world.taken()).toEqual(['a', 'a'])
  },
)

inEveryRow(
  'sends one second copy if a process was suspended and lost its folder, and ends that process',
  async (world, first, expect) => {
    first.pause()
    await using next = await world.start()
    await expect.poll(world.kept, { timeout: 10_000 }).toEqual(['owner', 'refused'])
    expect(world.taken()).toEqual(['a', 'a'])
    first.resume()
    world.answer()
    expect(await first.exited).toBe(1)
    next.send('b', world.messageOf('b'))
    await expect.poll(world.taken).toContain('b')
    await expect.poll(world.kept).toEqual(['owner', 'refused'])
    expect(world.taken()).toEqual(['a', 'a', 'b'])
  },
)
