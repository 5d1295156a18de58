import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { draftCookies, packDraft, unpackDraft } from './drafts.ts'

const draftCookie = draftCookies.contact
const draft = { name: 'Zoé', company: '', email: 'x', subject: 'ai', message: 'Bonjour « à » vous,\n<b>œuf</b> 🦀' }

it('holds a long message', () => {
  const message = 'Nous cherchons à numériser nos procès-verbaux depuis 1965. '.repeat(84)
  expect(unpackDraft('contact', `${draftCookie}=${packDraft({ ...draft, message })}`)?.message).toBe(message)
})

it('does not mix up the drafts of two forms', () => {
  const kept = `${draftCookies.newsletter}=${packDraft({ email: 'ada@example' })}`
  expect(unpackDraft('newsletter', kept)?.email).toBe('ada@example')
  expect(unpackDraft('contact', kept)).toBeNull()
})

it('drops a draft that is too long for a cookie', () => {
  expect(packDraft({ ...draft, message: randomBytes(5000).toString('base64') })).toBeNull()
})

it('treats a field that is not text as empty', () => {
  const empty = { name: '', company: '', email: '', subject: '', message: '' }
  const kept = `${draftCookie}=${packDraft({ name: ['a'], message: { a: 1 } })}`
  expect(unpackDraft('contact', kept)).toEqual(empty)
})

it.each([
  undefined,
  '',
  'i18next=en',
  `${draftCookie}=`,
  `not-${draftCookie}=${packDraft(draft)}`,
  `${draftCookie}=${brotliCompressSync('{').toString('base64url')}`,
  `${draftCookie}=${brotliCompressSync('[1,2]').toString('base64url')}`,
  // A few bytes that decompress to a megabyte.
  `${draftCookie}=${brotliCompressSync(JSON.stringify(['a'.repeat(1_000_000)])).toString('base64url')}`,
])('finds nothing in %j', (cookies) => {
  expect(unpackDraft('contact', cookies)).toBeNull()
})
