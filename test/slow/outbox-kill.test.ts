import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startMailServer } from '../support/mail-server.ts'
import { contactOf, subscriptionOf } from '../support/outbox-folder.ts'
import { seed } from '../support/seed.ts'
import { buildOutboxProcess, startOutboxProcess } from '../support/start-outbox-process.ts'
import { createRandom } from '../http/support/random-requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const built = await buildOutboxProcess()
afterAll(() => built[Symbol.asyncDispose]())

/** The number of kills, of concurrent deliveries of a process (three to each destination), and of unanswered messages. */
const kills = 21
const maxUnderWay = 6
const maxUnanswered = 20

it(`loses nothing that it accepted, whenever it is killed (seed ${seed}), and repeats few deliveries`, async () => {
  await using folder = await temporaryFolder()
  await using ghost = await startFakeGhost()
  // Each has its own generator, so that the number of messages does not change the times of the kills.
  const killing = createRandom(seed)
  const pausing = createRandom(seed + 1)
  const reading = createRandom(seed + 2)
  const slowly = () => sleep(reading() * 20)
  await using mail = await startMailServer({
    onData: (_stream, _session, callback) => void slowly().then(() => callback()),
  })
  const env = { ...ghost.env, SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', OUTBOX_DIR: folder.path }
  const accepted = new Set<string>()
  let number = 0

  for (let round = 0; round < kills; round += 1) {
    await using victim = await startOutboxProcess(built.file, env, accepted)
    const unansweredBefore = number - accepted.size
    // A busy machine takes longer to accept anything at all.
    const until = Date.now() + killing() * 150
    do {
      // A slow disk with ever more concurrent requests would never finish one.
      if (number - accepted.size - unansweredBefore < maxUnanswered) {
        const email = `visitor-${(number += 1)}@example.com`
        victim.send(email, number % 2 === 0 ? subscriptionOf(email) : contactOf({ email }))
      }
      await sleep(pausing() * 5)
    } while (Date.now() < until || accepted.size < 2 * round)
    await victim.kill()
  }

  await using last = await startOutboxProcess(built.file, env, accepted)
  await expect.poll(() => readdir(folder.path), { timeout: 300_000, interval: 200 }).toEqual(['owner', 'refused'])
  await last.kill()

  const subscribed = ghost.subscriptions.map(({ body }) => (body as { email: string }).email)
  const written = mail.mails.map(({ headers }) => /<(.*)>/.exec(headers['reply-to'] ?? '')?.[1] ?? '')
  const arrived = [...subscribed, ...written]
  expect([...accepted].filter((email) => !arrived.includes(email))).toEqual([])
  expect(await readdir(`${folder.path}/refused`)).toEqual([])
  expect(accepted.size).toBeGreaterThan(kills)

  const twice = arrived.length - new Set(arrived).size
  expect(twice).toBeLessThanOrEqual(kills * maxUnderWay)
  // A mail program recognises a second copy.
  const copies = new Map(mail.mails.map(({ headers }) => [headers['reply-to'], headers['message-id']]))
  for (const { headers } of mail.mails) expect(headers['message-id']).toBe(copies.get(headers['reply-to']))
}, 600_000)
