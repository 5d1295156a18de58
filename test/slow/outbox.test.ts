import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../http/support/random-requests.ts'
import { message, postTo, servedFields } from '../http/support/contact.ts'
import { deferred } from '../support/deferred.ts'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { folderForTest, memoryFolderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { runBuilt } from '../support/run-built.ts'
import { seed } from '../support/seed.ts'
import { startBuiltSite } from '../support/start-built-site.ts'

const whole = `${message.message}\n\n« Œuvre » & <b>gras</b> 🦀\n${'Une longue ligne, '.repeat(100)}fin.`
const kills = 5
const visitors = 4
/** The maximum of concurrent deliveries, three to each destination. A killed process repeats them. */
const maxUnderWay = 6

it(`loses no accepted message if it is killed at any time (seed ${seed}), and repeats few deliveries`, async () => {
  const OUTBOX_DIR = await memoryFolderForTest()
  await using ghost = await startFakeGhost()
  // Separate generators, so that the number of messages does not change when the process is killed.
  const [killing, reading] = [createRandom(seed), createRandom(seed + 1)]
  await using mail = await startMailServer({
    onData: (_stream, _session, callback) => void sleep(reading() * 20).then(() => callback()),
  })
  const limits = { FORMS_PER_10_MINUTES: '1000000', FORMS_TOTAL_PER_10_MINUTES: '1000000' }
  const env = { ...ghost.env, ...limits, SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', OUTBOX_DIR }
  const accepted = new Set<string>()
  let number = 0
  let logged = ''

  for (let round = 1; round <= kills; round += 1) {
    await using site = await startBuiltSite(env)
    const served = await servedFields(site.url)
    let isAlive = true
    const visit = async () => {
      while (isAlive) {
        const email = `visitor-${(number += 1)}@example.com`
        const form = number % 2 === 0 ? { ...served, ...message, message: whole, email } : { email, lang: 'fr' }
        const path = number % 2 === 0 ? '/api/contact' : '/api/newsletter'
        const answer = await postTo(site.url, path, form).catch(() => null)
        if (answer?.status === 202) accepted.add(email)
      }
    }
    const visiting = Array.from({ length: visitors }, visit)
    // A busy machine takes longer to accept anything at all.
    await Promise.all([sleep(killing() * 300), expect.poll(() => accepted.size).toBeGreaterThan(3 * round)])
    isAlive = false
    await site.end('SIGKILL')
    await Promise.all(visiting)
    logged += site.said()
  }
  await using last = await startBuiltSite(env)
  // A process that is killed while it writes leaves a temporary file, whose message was not accepted.
  const kept = async () => (await readdir(OUTBOX_DIR)).filter((name) => !name.endsWith('.tmp'))
  await expect.poll(kept, { timeout: 120_000 }).toEqual(['owner', 'refused'])
  expect(await readdir(join(OUTBOX_DIR, 'refused'))).toEqual([])

  const subscribed = ghost.subscriptions.map(({ body }) => (body as { email: string }).email)
  const written = mail.mails.map(({ headers }) => /<(.*)>/.exec(headers['reply-to'] ?? '')?.[1] ?? '')
  const arrived = [...subscribed, ...written]
  expect([...accepted].filter((email) => !arrived.includes(email))).toEqual([])
  expect(arrived.length - new Set(arrived).size).toBeLessThanOrEqual(kills * maxUnderWay)
  // Mail programs recognise a second copy.
  const copies = new Map(mail.mails.map(({ headers }) => [headers['reply-to'], headers['message-id']]))
  for (const { headers, text } of mail.mails) {
    expect(headers['message-id']).toBe(copies.get(headers['reply-to']))
    expect(text).toContain(whole)
  }
  expect(logged + last.said()).not.toMatch(/visitor-|Lovelace|procès-verbaux/)
})

it('finishes a running delivery when it stops, and one that arrives meanwhile', async () => {
  const OUTBOX_DIR = await folderForTest()
  const { promise: beginning, resolve: began } = deferred()
  await using mail = await startMailServer({
    onData(_stream, _session, callback) {
      began()
      void sleep(1000).then(() => callback())
    },
  })
  await using site = await startBuiltSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', OUTBOX_DIR })
  const served = await servedFields(site.url)
  expect((await postTo(site.url, '/api/contact', { ...served, ...message })).status).toBe(202)
  await beginning
  const body = JSON.stringify({ ...served, ...message, name: 'Another name' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  site.pause()
  const ended = site.end('SIGTERM')
  const form = request(`${site.url}/api/contact`, { method: 'POST', headers })
  form.end(body)
  const answered = once(form, 'response')
  const [socket] = (await once(form, 'socket')) as [Socket]
  await once(socket, 'connect')
  site.resume()
  const [answer] = (await answered) as [IncomingMessage]
  expect([answer.statusCode, await ended]).toEqual([202, 0])
  expect(mail.mails).toHaveLength(2)
  expect(await readdir(OUTBOX_DIR)).toEqual(['refused'])
})

it('refuses a second process on an outbox, and names the owner, until the owner has stopped', async () => {
  const OUTBOX_DIR = await folderForTest()
  await using first = await startBuiltSite({ OUTBOX_DIR })
  const owner = `process ${first.pid} on host ${hostname()}`
  const problem = `OUTBOX_DIR: "${OUTBOX_DIR}" belongs to ${owner}, which is running`
  const second = { HOST: '127.0.0.1', PORT: String(await freePort()), OUTBOX_DIR }
  const errors = `${problem}; expected a folder of its own for each process\n`
  const occupied = runBuilt('main', { ...second, PORT: new URL(first.url).port })
  expect(await runBuilt('main', second)).toMatchObject({ code: 1, errors })
  // A busy port is logged too.
  expect((await occupied).errors.split('\n').map((line) => line.split(':')[0])).toEqual(['OUTBOX_DIR', 'PORT', ''])
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(await readdir(OUTBOX_DIR)).toEqual(['refused'])
})

it('exits with status 1 if another process has become the owner of its outbox', async () => {
  const OUTBOX_DIR = await folderForTest()
  const site = runBuilt('main', { HOST: '127.0.0.1', PORT: '0', OUTBOX_DIR })
  await expect.poll(() => readdir(OUTBOX_DIR)).toContain('owner')
  await writeFile(join(OUTBOX_DIR, 'owner'), 'another process')
  const output = expect.stringContaining('outbox: another process owns the folder now, so this one ends')
  expect(await site).toMatchObject({ code: 1, output })
  expect(await readFile(join(OUTBOX_DIR, 'owner'), 'utf8')).toBe('another process')
})

it('exits with status 0 on SIGTERM while it checks for an owner on another machine', async () => {
  const OUTBOX_DIR = await folderForTest()
  await writeFile(join(OUTBOX_DIR, 'owner'), 'process 1 on host x\nanother machine\n\n')
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', OUTBOX_DIR, POSTS_MAX_MB: '0' }
  const site = spawn(process.execPath, ['dist/server/main.js'], { env })
  onTestFinished(() => void site.kill('SIGKILL'))
  let output = ''
  site.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = once(site, 'close')
  // It creates the folder for refused messages before it waits.
  await expect.poll(() => readdir(OUTBOX_DIR)).toContain('refused')
  site.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output).not.toContain('listening')
  expect(await readFile(join(OUTBOX_DIR, 'owner'), 'utf8')).toContain('process 1 on host x')
})
