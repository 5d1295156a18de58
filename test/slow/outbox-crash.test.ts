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

/** Milliseconds that a message may wait after the process that delivered it has died. */
const longestWaitMs = 60_000
const timeout = 2 * longestWaitMs

const rows = ['mail', 'ghost'] as const

/**
 * A folder, and a mail server or a Ghost that takes every message, but answers the first `held` of them only
 * when it is told to.
 */
async function setUp(to: (typeof rows)[number], held: number) {
  const folder = await temporaryFolder()
  let count = 0
  let answer = () => {}
  const untilAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const wait = async () => {
    count += 1
    if (count <= held) await untilAnswered
  }
  const mail = await startMailServer({ onData: (_stream, _session, callback) => void wait().then(() => callback()) })
  const ghost = await startFakeGhost()
  ghost.state.beforeSubscribed = wait
  const env = {
    ...ghost.env,
    SMTP_URL: mail.url,
    CONTACT_TO: 'info@nordet.example',
    OUTBOX_DIR: folder.path,
  }
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

/**
 * Runs a test in every row at once. It starts when a first process has sent `a`, and waits for the answer.
 *
 * @param held how many messages are not answered
 */
function inEveryRow(
  title: string,
  held: number,
  body: (world: World, first: Process, expect: ExpectStatic) => Promise<void>,
) {
  it.concurrent(title, { timeout }, async ({ expect }) => {
    await Promise.all(
      rows.map(async (row) => {
        await using world = await setUp(row, held)
        await using first = await world.start()
        first.send('a', world.messageOf('a'))
        await expect.poll(world.taken).toEqual(['a'])
        await body(world, first, expect)
      }),
    )
  })
}

inEveryRow(
  'tries again within a minute of the next start what a process was at when it was killed, once',
  1,
  async (world, first, expect) => {
    await first.kill()
    await using _next = await world.start()
    await expect.poll(world.kept, { timeout: longestWaitMs }).toEqual(['refused'])
    expect(world.taken()).toEqual(['a', 'a'])
  },
)

inEveryRow(
  'has another process try it within a minute, which leaves alone what a living one is at for as long',
  2,
  async (world, _living, expect) => {
    await using dying = await world.start()
    dying.send('b', world.messageOf('b'))
    await expect.poll(world.taken).toEqual(['a', 'b'])
    await dying.kill()
    await using _other = await world.start()
    await expect.poll(world.taken, { timeout: longestWaitMs }).toEqual(['a', 'b', 'b'])
    await expect.poll(world.kept).toEqual([expect.stringMatching(/claimed$/), 'refused'])
    world.answer()
    await expect.poll(world.kept).toEqual(['refused'])
    expect(world.taken()).toEqual(['a', 'b', 'b'])
  },
)

inEveryRow(
  'brings one second copy where a process stood still for so long, and went on',
  1,
  async (world, first, expect) => {
    await using other = await world.start()
    first.pause()
    await expect.poll(world.kept, { timeout: longestWaitMs }).toEqual(['refused'])
    expect(world.taken()).toEqual(['a', 'a'])
    first.resume()
    world.answer()
    // Both processes deliver what comes next, and neither has anything left to try.
    for (const process of [first, other]) {
      const name = process === first ? 'b' : 'c'
      process.send(name, world.messageOf(name))
      await expect.poll(world.taken).toContain(name)
    }
    await expect.poll(world.kept).toEqual(['refused'])
    expect(world.taken().sort()).toEqual(['a', 'a', 'b', 'c'])
  },
)
