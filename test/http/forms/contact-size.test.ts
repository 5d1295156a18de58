import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { contactLimits } from '../../../shared/contact-rules.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'

const { name, company, email, message: text } = contactLimits

/** Fills every field to its limit with one letter. */
const filledWith = (letter: string) => ({
  name: letter.repeat(name.max / letter.length),
  company: letter.repeat(company.max / letter.length),
  email: `${'+'.repeat(email.max - '@example.com'.length)}@example.com`,
  message: letter.repeat(text.max / letter.length),
})

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000', FORMS_TOTAL_PER_10_MINUTES: '1000' })

it.each([
  { letter: '語', of: 'three bytes' },
  { letter: '🏔', of: 'four bytes' },
])('accepts the longest allowed message in letters of $of, plain or by script', async ({ letter }) => {
  await using folder = await temporaryFolder()
  await using site = await startSite({ OUTBOX_DIR: folder.path })
  const longest = { ...message, ...filledWith(letter) }
  const fields = { ...(await servedFields(site.app)), ...longest }
  const post = (type: string, body: string) => request(site.app).post('/api/contact').type(type).send(body)

  const plain = await post('form', new URLSearchParams(fields).toString())
  expect([plain.status, plain.get('Location')]).toEqual([303, '/contact?form=success#form'])
  // The same words would be the same message. Sent with the page's proof, and with letters escaped as some programs do.
  const byScript = { ...fields, ...(await verifiedFields(site.app)), subject: 'other' }
  expect((await post('json', JSON.stringify(byScript))).status).toBe(202)
  const escaped = JSON.stringify({ ...fields, subject: 'cybersecurity' }).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  expect((await post('json', escaped)).status).toBe(202)

  const files = (await readdir(folder.path)).filter((file) => file.endsWith('.json'))
  const kept = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder.path, file), 'utf8'))))
  const messages = kept.map((one) => one.outgoing.message)
  const subjects = [longest.subject, 'other', 'cybersecurity']
  expect(messages).toHaveLength(subjects.length)
  expect(messages).toEqual(expect.arrayContaining(subjects.map((subject) => ({ ...longest, subject }))))
})

it('accepts as many line ends as allowed, which a form posts as two characters', async () => {
  const lines = `${'語\r\n'.repeat(text.max / 2 - 1)}語`
  const answer = await postTo(
    site.app,
    '/api/contact',
    new URLSearchParams({ ...(await servedFields(site.app)), ...message, message: lines }).toString(),
    'form',
  )
  expect(answer.get('Location')).toBe('/contact?form=success#form')
})

it('reports a message that is too long in any script', async () => {
  const fields = { ...(await servedFields(site.app)), ...message, message: '語'.repeat(text.max + 1) }
  const plain = await request(site.app).post('/api/contact').type('form').send(fields)
  expect(plain.get('Location')).toBe('/contact?form=invalid&subject=archiving#form')
  const script = await request(site.app).post('/api/contact').send(fields)
  expect([script.status, script.body.errors[0].field]).toEqual([422, 'message'])
})

it.each([
  { what: 'more than 16 KB of plain letters', fields: { message: 'a'.repeat(17_000) } },
  { what: 'more than 16 KB in a field that it does not know', fields: { padding: 'a'.repeat(17_000) } },
  {
    what: 'more than 16 KB of fields',
    fields: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${n}`.padEnd(20), ''])),
  },
  { what: 'more than 16 KB in lists', fields: { message: Array.from({ length: 900 }, () => 'a'.repeat(20)) } },
  { what: 'more than 64 KB, whatever they say', fields: { message: '語'.repeat(22_000) } },
])('rejects $what, plain or by script', async ({ fields }) => {
  const served = await servedFields(site.app)
  for (const type of ['form', 'json']) {
    const answer = await postTo(site.app, '/api/contact', { ...served, ...message, ...fields }, type)
    expect([type, answer.status]).toEqual([type, 413])
    expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'PayloadTooLargeError' }] })
  }
})

it('rejects deeply nested JSON of more than 16 KB', async () => {
  const body = '['.repeat(30_000) + ']'.repeat(30_000)
  expect((await request(site.app).post('/api/contact').type('json').send(body)).status).toBe(413)
})
