import { expect, it } from 'vitest'
import { type ContactProblems, parseContact } from './contact-rules.ts'
import { contactOf } from '../test/support/outbox-folder.ts'

const { message: valid } = contactOf()

it('accepts a message whose fields are all within their limits', () => {
  expect(parseContact(valid)).toEqual({ kind: 'valid', message: valid })
})

it.each<[object, ContactProblems]>([
  [{ name: '' }, { name: 'name.missing' }],
  [{ name: '   ' }, { name: 'name.missing' }],
  [{ name: undefined }, { name: 'name.missing' }],
  [{ name: ['Ada'] }, { name: 'name.missing' }],
  [{ name: 'a'.repeat(101) }, { name: 'name.tooLong' }],
  [{ company: 'a'.repeat(151) }, { company: 'company.tooLong' }],
  [{ company: 7 }, { company: 'company.invalid' }],
  [{ company: ['A', 'B'] }, { company: 'company.invalid' }],
  [{ company: {} }, { company: 'company.invalid' }],
  [{ email: 7 }, { email: 'email.missing' }],
  [{ email: '' }, { email: 'email.missing' }],
  [{ email: 'ada@example' }, { email: 'email.invalid' }],
  [{ email: `${'a'.repeat(243)}@example.com` }, { email: 'email.invalid' }],
  [{ email: 'ada@example.com\nBcc: eve@example.com' }, { email: 'email.invalid' }],
  [{ subject: '' }, { subject: 'subject.missing' }],
  [{ subject: 'AI' }, { subject: 'subject.missing' }],
  [{ subject: 'toString' }, { subject: 'subject.missing' }],
  [{ message: '' }, { message: 'message.missing' }],
  [{ message: 'neuf cars' }, { message: 'message.tooShort' }],
  [{ message: ` ${'\n'.repeat(20)}court` }, { message: 'message.tooShort' }],
  [{ message: 'a'.repeat(5001) }, { message: 'message.tooLong' }],
  [
    { name: '', email: 'x', subject: null, message: 3, company: 'a'.repeat(151) },
    {
      name: 'name.missing',
      company: 'company.tooLong',
      email: 'email.invalid',
      subject: 'subject.missing',
      message: 'message.missing',
    },
  ],
])('with %j it has the problems %j', (change, problems) => {
  expect(parseContact({ ...valid, ...change })).toEqual({ kind: 'invalid', problems })
})

it.each([
  ['zero width spaces', '\u200b'],
  ['joiners', '\u200d'],
  ['byte order marks', '\ufeff'],
  ['soft hyphens', '\u00ad'],
  ['marks of direction', '\u202e'],
  ['annotation marks', '\ufff9'],
  ['Hangul fillers', '\u3164'],
  ['blank Braille', '\u2800'],
  ['variation selectors', '\ufe0f'],
  ['tags', '\u{e0041}'],
  ['spaces and what shows as little', ' \u200b\u00a0\n\u2060'],
])('treats a field of only %s as empty', (_name, invisible) => {
  const text = invisible.repeat(10)
  expect(parseContact({ ...valid, name: text, email: text, message: text })).toEqual({
    kind: 'invalid',
    problems: { name: 'name.missing', email: 'email.missing', message: 'message.missing' },
  })
  expect(parseContact({ ...valid, company: text })).toMatchObject({ kind: 'valid', message: { company: '' } })
})

it.each(['👩‍🚀', '❤️', '🏴\u{e0067}\u{e0062}\u{e007f}', 'می‌خواهم', 'क्‍ष', 'Mont\u00adréal', '李\u{e0100}', 'Zoé 1️⃣'])(
  'does not change %j',
  (text) => {
    const typed = { ...valid, name: text, message: `${text} ${text} bonjour` }
    expect(parseContact(typed)).toEqual({ kind: 'valid', message: typed })
  },
)

it.each([
  { name: 'a' },
  { name: 'a'.repeat(100) },
  { company: '' },
  { company: undefined },
  { company: null },
  { company: 'a'.repeat(150) },
  { message: 'dix cars !' },
  { message: 'a'.repeat(5000) },
])('%j is within the limits', (change) => {
  expect(parseContact({ ...valid, ...change }).kind).toBe('valid')
})

it('counts a line end once, though a form posts it as CR LF', () => {
  const reading = parseContact({ ...valid, message: `a${'\r\n'.repeat(4998)}b` })
  expect(reading).toMatchObject({ kind: 'valid', message: { message: `a${'\n'.repeat(4998)}b` } })
})

it('removes characters from a line that could end a line in a mail’s header', () => {
  const reading = parseContact({ ...valid, name: 'Ada\r\nBcc: eve@example.com', company: 'a\u0000b\u0085c' })
  expect(reading).toMatchObject({ message: { name: 'Ada Bcc: eve@example.com', company: 'a b c' } })
})

it('removes characters from a message that terminals obey or mail servers refuse', () => {
  const reading = parseContact({ ...valid, message: 'Rouge\u0000\u001b[31m\u009b,\tou\u2028non\n' })
  expect(reading).toMatchObject({ message: { message: 'Rouge[31m,\tou\u2028non' } })
})

it.each([
  ['zero width spaces and blanks', ' \u200b\u00a0', '\u2060 \t'],
  ['a line end and a null character', '\r\n', '\0'],
  ['an annotation mark and blank Braille', '\ufff9\u2800', '\u2800\ufff9'],
  ['variation selectors', '\ufe0f', '\ufe0f'],
])('trims %s from both ends of every field of one line', (_name, start, end) => {
  const wrapped = (text: string) => `${start}${text}${end}`
  const { name, company, email, subject } = valid
  const given = { name: wrapped(name), company: wrapped(company), email: wrapped(email), subject: wrapped(subject) }
  expect(parseContact({ ...valid, ...given })).toEqual({ kind: 'valid', message: valid })
})
