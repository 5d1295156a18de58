import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deferred } from '../support/deferred.ts'
import { startMailServer } from '../support/mail-server.ts'
import { freePort } from '../support/free-port.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { message, postTo, servedFields } from '../http/support/contact.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const whole = `${message.message}\n\n« Œuvre » & <b>gras</b> 🦀\n${'Une longue ligne, '.repeat(100)}fin.`

async function send(url: string, fields: Record<string, string>) {
  const answer = await postTo(url, '/api/contact', { ...fields, ...message, message: whole })
  expect(answer.status).toBe(202)
}

it('sends a message once and complete that it accepted before it was killed, with the mail server down', async () => {
  await using folder = await temporaryFolder()
  const port = await freePort()
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    CONTACT_TO: 'info@site.example',
    OUTBOX_DIR: folder.path,
  }
  await using first = await startBuiltSite(env)
  await send(first.url, await servedFields(first.url))
  // The message has been tried, and waits.
  const waiting = /^\d+\.[1-9]\.contact\..*\.json$/
  await expect.poll(() => readdir(folder.path)).toContainEqual(expect.stringMatching(waiting))
  const [file = ''] = (await readdir(folder.path)).filter((name) => waiting.test(name))
  expect((await stat(join(folder.path, file))).mode & 0o777).toBe(0o600)
  expect(await first.end('SIGKILL')).toBeNull()

  await using mail = await startMailServer({}, port)
  await using second = await startBuiltSite(env)
  await expect.poll(() => readdir(folder.path)).toEqual(['owner', 'refused'])

  expect(mail.mails.map(({ text }) => text.includes(whole))).toEqual([true])
  expect(mail.mails[0]?.headers['reply-to']).toBe(`${message.name} <${message.email}>`)
  await expect.poll(second.said).toContain('"outbox: delivered"')
  const said = first.said() + second.said()
  for (const personal of [message.email, message.name, 'boîtes']) expect(said).not.toContain(personal)
})

it('completes a delivery that is running at SIGTERM, and one that begins meanwhile', async () => {
  await using folder = await temporaryFolder()
  const { promise: beginning, resolve: began } = deferred()
  await using mail = await startMailServer({
    onData(_stream, _session, callback) {
      began()
      void sleep(1000).then(() => callback())
    },
  })
  const env = { SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', OUTBOX_DIR: folder.path }
  await using site = await startBuiltSite(env)
  const [fields, laterFields] = [await servedFields(site.url), await servedFields(site.url)]
  await send(site.url, fields)
  await beginning
  const body = JSON.stringify({ ...laterFields, ...message, name: 'Another name', message: whole })
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
  expect(answer.statusCode).toBe(202)
  expect(await ended).toBe(0)
  expect(mail.mails.map(({ text }) => text.includes(whole))).toEqual([true, true])
  expect(await readdir(folder.path)).toEqual(['refused'])
})
