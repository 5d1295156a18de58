import { expect, it } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { exchange, requestText, statusesIn } from './support/raw-socket.ts'

const json = 'Content-Type: application/json'
const asking = 'Expect: 100-continue'

it.each([
  { what: 'too large a body', line: 'POST /api/newsletter', fields: [json, 'Content-Length: 1000000'], status: 413 },
  { what: 'a body of another type', line: 'POST /api/newsletter', fields: ['Content-Length: 9'], status: 415 },
  {
    what: 'a body from another site',
    line: 'POST /api/newsletter',
    fields: [json, 'Content-Length: 9', 'Origin: https://evil.example'],
    status: 403,
  },
  { what: 'a body to a page', line: 'POST /ai', fields: [json, 'Content-Length: 9'], status: 405 },
  { what: 'a body to nowhere', line: 'POST /api/nope', fields: [json, 'Content-Length: 9'], status: 404 },
])('refuses $what with $status before it is sent', async ({ line, fields, status }) => {
  await using site = await startSite()
  expect(statusesIn(await exchange(site.url, requestText(line, [...fields, asking])))).toEqual([status])
})

it('asks for the body that it reads, and answers it', async () => {
  await using site = await startSite({ NEWSLETTER: 'simulated' })
  const body = '{"email":"no address"}'
  const head = requestText('POST /api/newsletter', [json, `Content-Length: ${body.length}`, asking])
  expect(statusesIn(await exchange(site.url, head + body))).toEqual([100, 422])
})
