import request from 'supertest'
import { expect, it } from 'vitest'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { startSite } from '../../support/start-site.ts'
import { deliver, deliverBody, noon, siteChanged, startSiteWithWebhook } from '../support/webhook.ts'

const signed = (milliseconds: number, key = webhookSecret) =>
  signatureHeader(JSON.stringify(siteChanged), key, milliseconds)

// See server/webhook/signature.test.ts for signatures that are right, and for how long.
it.each([
  ['no signature', ''],
  ['another secret', signed(noon, 'un-autre')],
  ['a signature of the body alone', `sha256=${signatureHeader('{}', webhookSecret, noon).slice(7, 71)}, t=${noon}`],
  ['a signature from six minutes ago', signed(noon - 360_000)],
])('refuses %s with 401, and reads nothing', async (_name, signature) => {
  await using site = await startSiteWithWebhook({})
  const answer = await deliver(site, siteChanged, { 'X-Ghost-Signature': signature })
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'UnauthorizedError' }] })
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(answer.get('WWW-Authenticate')).toBe('X-Ghost-Signature')
  expect(answer.text + site.logged()).not.toContain(webhookSecret)
  expect(site.logged()).toContain('Webhook rejected')
  expect(site.logged()).not.toContain('posts have changed')
})

it.each([
  ['PUT', 405, {}],
  ['POST', 415, { 'Content-Type': 'text/plain' }],
  ['POST', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['POST', 403, { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }],
  ['POST', 415, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'X-Ghost-Signature': signed(noon) }],
])('answers %s with %d if the headers are %j', async (method, status, headers: Record<string, string>) => {
  await using site = await startSiteWithWebhook({})
  const body = method === 'POST' ? JSON.stringify(siteChanged) : undefined
  const answer = await fetch(`${site.url}/webhooks/ghost`, { method, headers, body })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
  expect(await answer.json()).toEqual({ errors: [{ message: expect.any(String), type: expect.any(String) }] })
})

it('accepts 10 MB, and refuses one byte more, signed or not', async () => {
  await using site = await startSiteWithWebhook({})
  const send = (bytes: number, sign: boolean) => {
    const body = `{"event":"site.changed","filling":"${'a'.repeat(bytes - 37)}"}`
    return sign ? deliverBody(site, body) : deliverBody(site, body, '')
  }
  const most = 10 * 1024 * 1024
  expect((await send(most, true)).status).toBe(204)
  for (const sign of [true, false]) {
    const refused = await send(most + 1, sign)
    expect(refused.status).toBe(413)
    expect(refused.body.errors[0]).toEqual({ message: expect.stringContaining('10 MB'), type: 'PayloadTooLargeError' })
  }
})

it('refuses a signed body without a length that grows beyond 10 MB', async () => {
  await using site = await startSiteWithWebhook({})
  const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'a')
  const headers = {
    'Content-Type': 'application/json',
    'X-Ghost-Signature': signatureHeader(body, webhookSecret, noon),
  }
  const stream = new Blob([body]).stream()
  const init = { method: 'POST', headers, body: stream, duplex: 'half' }
  const answer = await fetch(`${site.url}/webhooks/ghost`, init)
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain('10 MB')
})

it('answers a signed body that is not JSON with 400', async () => {
  await using site = await startSiteWithWebhook({})
  expect((await deliverBody(site, '{')).status).toBe(400)
})

it('is not there without a secret, whatever the method', async () => {
  await using site = await startSite({}, () => noon)
  for (const method of ['get', 'post', 'put'] as const) {
    expect((await request(site.app)[method]('/webhooks/ghost')).status).toBe(404)
  }
  expect((await deliver(site, siteChanged)).status).toBe(404)
})
