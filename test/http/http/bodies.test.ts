import { connect } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSite } from '../../support/share-site.ts'
import { exchange, requestText, statusesIn } from '../support/raw-socket.ts'
import { textIn } from '../support/texts.ts'

const kilobyte = 1024
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Bodies of exactly this many bytes, each wrong in its field so that no form is counted. */
const bodyOf: Record<string, (bytes: number) => string> = {
  [json]: (bytes) => `{"email":"${'a'.repeat(bytes - 12)}"}`,
  [form]: (bytes) => `email=${'a'.repeat(bytes - 6)}`,
}

const readers = [
  { path: '/api/newsletter', type: json, accepted: 422 },
  { path: '/api/newsletter', type: form, accepted: 303 },
  { path: '/language', type: form, accepted: 400 },
]

const site = await shareSite()

it.each(readers)('accepts 16 KB of $type at $path, and rejects one byte more', async ({ path, type, accepted }) => {
  const send = (bytes: number) => request(site.app).post(path).type(type).send(bodyOf[type]?.(bytes))
  expect((await send(16 * kilobyte)).status).toBe(accepted)
  // The larger one is rejected while it is still arriving, on a connection that closes afterwards.
  for (const bytes of [16 * kilobyte + 1, 4 * 2 ** 20]) {
    const refused = await send(bytes)
    expect(refused.status).toBe(413)
    expect(refused.body).toEqual({ errors: [{ message: expect.any(String), type: 'PayloadTooLargeError' }] })
    expect(refused.get('Cache-Control')).toBe('no-store')
  }
})

it('says what is wrong with a form of 1,001 fields', async () => {
  const answer = await request(site.app).post('/api/newsletter').type(form).send('a=1&'.repeat(1001))
  expect(answer.status).toBe(413)
  expect(answer.body).toEqual({ errors: [{ message: 'the form has too many fields', type: 'PayloadTooLargeError' }] })
})

it.each([
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx'].map((type) => ({
    path: '/api/newsletter',
    type,
  })),
  // There a browser sends only the format of forms.
  { path: '/language', type: json },
])('refuses a body of type "$type" at $path', async ({ path, type }) => {
  const answer = await request(site.app).post(path).set('Content-Type', type).send('email=a@example.com&lang=en&to=/ai')
  expect(answer.status).toBe(415)
  expect(answer.body).toEqual({
    errors: [{ message: expect.any(String), type: 'UnsupportedMediaTypeError' }],
  })
})

it.each(['/api/newsletter', '/language'])('refuses a body without a type at %s', async (path) => {
  const body = new TextEncoder().encode('email=a@example.com&lang=en&to=/ai')
  expect((await fetch(site.url + path, { method: 'POST', body })).status).toBe(415)
})

it.each(['{', '{"email":', 'null', '"text"', '{"email":"a"}}'])('refuses the malformed JSON %s', async (body) => {
  const answer = await request(site.app).post('/api/newsletter').type(json).send(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ errors: [{ message: 'the body cannot be parsed', type: 'BadRequestError' }] })
})

it.each([
  { path: '/api/newsletter', type: `${json}; charset=utf-8`, length: undefined, status: 422 },
  { path: '/api/newsletter', type: 'Application/JSON', length: '0', status: 422 },
  { path: '/api/contact', type: json, length: undefined, status: 422 },
  { path: '/api/newsletter', type: form, length: undefined, status: 303 },
  { path: '/api/contact', type: form, length: '0', status: 303 },
])('answers a post to $path of type "$type" without a body (length $length) with $status', async (given) => {
  const { path, type, length, status } = given
  const fields = [`Content-Type: ${type}`, ...(length === undefined ? [] : [`Content-Length: ${length}`])]
  const answer = await exchange(site.url, requestText(`POST ${path}`, fields))
  expect(statusesIn(answer)).toEqual([status])
  if (status === 422) expect(answer).toContain('"type":"ValidationError"')
})

it('limits incomplete forms to 4 MB: the oldest get 503, in their own language and format', async () => {
  const { hostname, port } = new URL(site.url)
  const hold = (path: string, fields: string[]) => {
    const connection = connect(Number(port), hostname).on('error', () => {})
    const held = { connection, said: '' }
    connection.on('data', (data: Buffer) => (held.said += data.toString('utf8')))
    connection.write(requestText(`POST ${path}`, [...fields, 'Content-Length: 65000'], 'a'.repeat(64_000)))
    return held
  }
  const asPage = [`Content-Type: ${form}`, 'Accept: text/html', 'Referer: http://localhost/en/contact']
  const first = [hold('/api/contact', asPage), hold('/api/newsletter', [`Content-Type: ${json}`])]
  const held = [...first, ...Array.from({ length: 100 }, () => hold('/language', asPage))]
  const refused = () => held.filter(({ said }) => /^HTTP\/1\.1 503 [^]*^Retry-After: 1\r$/m.test(said))
  await expect.poll(() => refused().length).toBeGreaterThan(30)
  await expect.poll(() => first.map(({ said }) => said.includes('503'))).toEqual([true, true])
  expect(first[0]?.said).toContain(textIn('en', 'refusals', 'refused.title'))
  expect(first[1]?.said).toContain('"type":"ServiceUnavailableError"')
  // A body that arrives at once is read meanwhile.
  expect((await request(site.app).post('/api/newsletter').type(json).send('{"email":"a"}')).status).toBe(422)
  for (const { connection } of held) connection.destroy()
})
