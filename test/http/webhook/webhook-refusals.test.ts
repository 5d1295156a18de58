import request from 'supertest'
import { expect, it } from 'vitest'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { shareSite } from '../../support/share-site.ts'
import { deliver, noon, siteChanged } from '../support/webhook.ts'

const site = await shareSite({ GHOST_WEBHOOK_SECRET: webhookSecret }, () => noon)
const withoutSecret = await shareSite({}, () => noon)

const mostBytes = 10 * 1024 * 1024
const bodyOf = (bytes: number) => `{"event":"site.changed","filling":"${'a'.repeat(bytes - 37)}"}`
const tooLarge = bodyOf(mostBytes + 1)
const changed = JSON.stringify(siteChanged)
const signed = (body: string, milliseconds = noon, key = webhookSecret) => ({
  'X-Ghost-Signature': signatureHeader(body, key, milliseconds),
})
const text = { 'Content-Type': 'text/plain' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

type Row = [what: string, status: number, headers: Record<string, string>, body?: string | Blob]

it.each<Row>([
  ['has no signature', 401, {}],
  ['has a signature with another secret', 401, signed(changed, noon, 'un-autre')],
  ['has a signature from six minutes ago', 401, signed(changed, noon - 360_000)],
  ['is text', 415, text],
  ['is a form', 415, form],
  ['is compressed', 415, { ...signed(changed), 'Content-Encoding': 'gzip' }],
  ['comes from a page of another site', 403, { 'Sec-Fetch-Site': 'cross-site' }],
  ['is signed, but not JSON', 400, signed('{'), '{'],
  ['is signed and larger than 10 MB', 413, signed(tooLarge), tooLarge],
  ['is not signed and larger than 10 MB', 413, {}, tooLarge],
  ['is signed, without a length, and larger than 10 MB', 413, signed(tooLarge), new Blob([tooLarge])],
])('refuses a delivery that %s with %i, and reads no list', async (_what, status, headers, body = changed) => {
  const stream = typeof body === 'string' ? { body } : { body: body.stream(), duplex: 'half' }
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, ...stream }
  const answer = await fetch(`${site.url}/webhooks/ghost`, init)
  const sent = await answer.text()
  expect(answer.status).toBe(status)
  const message = status === 413 ? expect.stringContaining('10 MB') : expect.any(String)
  const type = { 401: 'UnauthorizedError', 413: 'PayloadTooLargeError' }[status] ?? expect.any(String)
  expect(JSON.parse(sent)).toEqual({ errors: [{ message, type }] })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'X-Ghost-Signature' : null)
  if (status === 401) expect(site.logged()).toContain('Webhook rejected')
  expect(sent + site.logged()).not.toContain(webhookSecret)
  expect(site.logged()).not.toContain('posts have changed')
})

it('accepts deliveries of 10 MB, by POST only', async () => {
  const body = bodyOf(mostBytes)
  const headers = { 'Content-Type': 'application/json', ...signed(body) }
  expect((await request(site.app).post('/webhooks/ghost').set(headers).send(body)).status).toBe(204)
  const put = await request(site.app).put('/webhooks/ghost')
  expect([put.status, put.get('Allow')]).toEqual([405, 'POST'])
})

it('answers 404 to every method if no secret is set', async () => {
  for (const method of ['get', 'post', 'put'] as const)
    expect((await request(withoutSecret.app)[method]('/webhooks/ghost')).status).toBe(404)
  expect((await deliver(withoutSecret, siteChanged)).status).toBe(404)
})
