import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** JSON as some programs write it. */
const escaped = (fields: object) =>
  JSON.stringify(fields).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

it.each([
  { letter: '語', of: 'three bytes' },
  { letter: '🏔', of: 'four bytes' },
])('accepts a message of the maximum length in letters of $of, in each format', async ({ letter }) => {
  await using folder = await temporaryFolder()
  await using site = await startSite({ OUTBOX_DIR: folder.path })
  const longest = { ...message, ...filledWith(letter) }
  const fields = { ...(await servedFields(site.app)), ...longest }
  const post = (type: string, body: string) => postTo(site.app, '/api/contact', body, type)

  const plain = await post('form', new URLSearchParams(fields).toString())
  expect([plain.status, plain.get('Location')]).toEqual([303, '/contact?form=success#form'])
  // The same text would be the same message.
  const byScript = { ...fields, ...(await verifiedFields(site.app)), subject: 'other' }
  expect((await post('json', JSON.stringify(byScript))).status).toBe(202)
  expect((await post('json', escaped({ ...fields, subject: 'cybersecurity' }))).status).toBe(202)

  const files = (await readdir(folder.path)).filter((file) => file.endsWith('.json'))
  const kept = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder.path, file), 'utf8'))))
  const messages = kept.map((entry) => entry.outgoing.message)
  const subjects = [longest.subject, 'other', 'cybersecurity']
  expect(messages).toHaveLength(subjects.length)
  expect(messages).toEqual(expect.arrayContaining(subjects.map((subject) => ({ ...longest, subject }))))
})

const site = await shareSite()

it.each<{ what: string; fields: object | string }>([
  { what: 'more than 16 KB of plain letters', fields: { message: 'a'.repeat(17_000) } },
  { what: 'more than 16 KB in an unknown field', fields: { padding: 'a'.repeat(17_000) } },
  {
    what: 'more than 16 KB of fields',
    fields: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${n}`.padEnd(20), ''])),
  },
  { what: 'more than 16 KB in lists', fields: { message: Array.from({ length: 900 }, () => 'a'.repeat(20)) } },
  { what: 'more than 64 KB of any text', fields: { message: '語'.repeat(22_000) } },
  { what: 'more than 16 KB of nested lists', fields: '['.repeat(30_000) + ']'.repeat(30_000) },
])('refuses $what, with and without JavaScript', async ({ fields }) => {
  const body = typeof fields === 'string' ? fields : { ...message, ...fields }
  for (const type of typeof fields === 'string' ? ['json'] : ['form', 'json']) {
    const answer = await postTo(site.app, '/api/contact', body, type)
    expect([type, answer.status]).toEqual([type, 413])
    expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'PayloadTooLargeError' }] })
  }
})
