import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draftCookies, packDraft, unpackDraft } from './drafts.ts'
import { createFormToken } from './form-token.ts'
import { contactFields, parseContact } from '../../shared/contact-rules.ts'
import { contactSubjects } from '../../shared/form-query.ts'
import { emailMaxLength, parseEmail } from '../../shared/form-rules.ts'
import { anyText, holds, textOf, wholeText } from '../../test/support/properties.ts'

/** Text as a browser posts it: without lone surrogates, with CR LF at line ends. */
const typed = wholeText.map((text) => text.replaceAll(/\r\n?|\n/g, '\r\n'))
const anything = fc.oneof(anyText, fc.anything())
const given = fc.record(Object.fromEntries(contactFields.map((field) => [field, anything])), { requiredKeys: [] })

it('any posted form is a valid message or has a problem for each invalid field', () => {
  holds([given], (posted) => {
    const reading = parseContact(posted)
    if (reading.kind === 'invalid') {
      const fields = Object.keys(reading.problems)
      expect(fields.length).toBeGreaterThan(0)
      expect(fields.filter((field) => !contactFields.some((known) => known === field))).toEqual([])
    } else {
      expect(parseContact(reading.message)).toEqual(reading)
    }
  })
})

const word = fc.stringMatching(/^[a-zà-ÿ0-9 '’-]{1,60}$/).filter((text) => text.trim() !== '')
const email = fc.stringMatching(/^[a-z0-9.+_-]{1,30}@[a-z0-9]{1,20}(\.[a-z0-9]{1,20}){1,3}$/)
const message = fc.record({
  name: word,
  company: fc.oneof(word, fc.constant('')),
  email,
  subject: fc.constantFrom(...contactSubjects),
  message: fc.array(word, { minLength: 2, maxLength: 30 }).map((lines) => `Bonjour,\n${lines.join('\n')}`),
})

it('a valid form of a browser is unchanged, except for spaces at its ends', () => {
  holds([message, fc.stringMatching(/^[ \t]{0,3}$/)], (written, space) => {
    const posted = Object.entries(written).map(([name, value]) => [
      name,
      space + value.replaceAll('\n', '\r\n') + space,
    ])
    const body = new URLSearchParams(posted.map(([name = '', value = '']) => [name, value])).toString()
    const trimmed = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, value.trim()]))
    expect(parseContact(Object.fromEntries(new URLSearchParams(body)))).toEqual({ kind: 'valid', message: trimmed })
  })
})

it('no field can begin a line of a mail’s header', () => {
  holds([message, typed], (written, text) => {
    for (const field of ['name', 'company', 'email', 'subject'] as const) {
      const reading = parseContact({ ...written, [field]: written[field] + text })
      if (reading.kind === 'valid') expect(reading.message[field]).not.toMatch(/\p{Cc}/u)
    }
  })
})

it('a valid address is one line of up to 254 characters with a domain, and stays valid', () => {
  holds([fc.oneof(anything, email, textOf('a', '@', '.', 'b.ca', '-', '"', ' ', '\n'))], (value) => {
    const address = parseEmail(value)
    if (address === null) return
    expect(address.length).toBeLessThanOrEqual(emailMaxLength)
    expect(address).toMatch(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/)
    expect(parseEmail(` ${address}\t`)).toBe(address)
  })
  holds([email], (address) => {
    expect(parseEmail(address)).toBe(address)
  })
})

const form = fc.constantFrom('contact' as const, 'newsletter' as const)
const draft = fc.record(Object.fromEntries(contactFields.map((field) => [field, typed])))

it('a draft is restored from its cookie as it was typed', () => {
  holds([form, draft, textOf('a=b', '; ', ';', '=')], (name, fields, others) => {
    const packed = packDraft(fields)
    expect(packed).toMatch(/^[\w-]+$/)
    expect(unpackDraft(name, `${draftCookies[name]}=${packed}; ${others}`)).toEqual(fields)
  })
})

it('any cookie is either a draft or ignored', () => {
  holds([form, fc.oneof(anyText, fc.base64String())], (name, value) => {
    const read = unpackDraft(name, `${draftCookies[name]}=${value}`)
    if (read !== null) expect(Object.values(read).every((text) => typeof text === 'string')).toBe(true)
  })
})

it('a form token is valid for two days after its hour, and invalid if changed', () => {
  let now = 0
  const token = createFormToken(Buffer.alloc(32, 'k'), () => now)
  holds(
    [fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), fc.nat(80), anyText],
    (at, index, other) => {
      now = at.getTime()
      const issued = token.issue()
      expect(token.isValid(issued)).toBe(true)
      const position = index % issued.length
      const changed = issued.slice(0, position) + other + issued.slice(position + 1)
      if (changed !== issued && !changed.startsWith(`${issued}.`)) expect(token.isValid(changed)).toBe(false)
      now += 49 * 3_600_000
      expect(token.isValid(issued)).toBe(false)
    },
  )
  holds([anything], (value) => expect(token.isValid(value)).toBe(false))
})
