import { expect, it } from 'vitest'
import { type ContactProblem, type ContactProblems, parseContact } from './contact-rules.ts'
import { contactOf } from '../test/support/outbox-folder.ts'

const { message: valid } = contactOf()

it.each([
  {},
  { name: 'a' },
  { name: 'a'.repeat(100) },
  { company: '' },
  { company: 'a'.repeat(150) },
  { message: 'dix cars !' },
  { message: 'a'.repeat(5000) },
])('accepts %.40j unchanged', (change) => {
  expect(parseContact({ ...valid, ...change })).toEqual({ kind: 'valid', message: { ...valid, ...change } })
})

it.each([undefined, null])('treats the company %s as empty', (company) => {
  expect(parseContact({ ...valid, company })).toEqual({ kind: 'valid', message: { ...valid, company: '' } })
})

it.each<[ContactProblem, unknown[]]>([
  ['name.missing', ['', '   ', undefined, ['Ada']]],
  ['name.tooLong', ['a'.repeat(101)]],
  ['company.tooLong', ['a'.repeat(151)]],
  ['company.invalid', [7, ['A', 'B'], {}]],
  ['email.missing', [7, '']],
  ['email.invalid', ['ada@example', `${'a'.repeat(243)}@example.com`, 'ada@example.com\nBcc: eve@example.com']],
  ['subject.missing', ['', 'AI', 'toString']],
  ['message.missing', ['']],
  ['message.tooShort', ['neuf cars', ` ${'\n'.repeat(20)}court`]],
  ['message.tooLong', ['a'.repeat(5001)]],
])('names the problem %s of %.60j', (problem, values) => {
  const field = problem.replace(/\..*/, '')
  for (const value of values)
    expect(parseContact({ ...valid, [field]: value })).toEqual({ kind: 'invalid', problems: { [field]: problem } })
})

it('names the problems of all fields at once', () => {
  const problems: ContactProblems = {
    name: 'name.missing',
    company: 'company.tooLong',
    email: 'email.invalid',
    subject: 'subject.missing',
    message: 'message.missing',
  }
  const given = { name: '', email: 'x', subject: null, message: 3, company: 'a'.repeat(151) }
  expect(parseContact(given)).toEqual({ kind: 'invalid', problems })
})

// A space, a joiner, a mark of order or direction, a hyphen, an annotation, a filler, a blank in Braille, a selector, a tag.
const unseen = [
  ...['\u200b', '\u200d', '\ufeff', '\u202e', '\u00ad', '\ufff9', '\u3164', '\u2800', '\ufe0f', '\u{e0041}'],
  ' \u200b\u00a0\n\u2060',
]

it.each(unseen)('treats a field with only %j as empty', (invisible) => {
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
  // A form posts a line end as CR LF.
  [{ message: `a${'\r\n'.repeat(4998)}b` }, { message: `a${'\n'.repeat(4998)}b` }],
  // A line end could begin another field in the header of a mail.
  [
    { name: 'Ada\r\nBcc: eve@example.com', company: 'a\u0000b\u0085c' },
    { name: 'Ada Bcc: eve@example.com', company: 'a b c' },
  ],
  // Terminals would interpret these, and mail servers refuse them.
  [{ message: 'Rouge\u0000\u001b[31m\u009b,\tou\u2028non\n' }, { message: 'Rouge[31m,\tou\u2028non' }],
])('removes forbidden characters from %.60j', (given, read) => {
  expect(parseContact({ ...valid, ...given })).toEqual({ kind: 'valid', message: { ...valid, ...read } })
})

it.each([
  [' \u200b\u00a0', '\u2060 \t'],
  ['\r\n', '\0'],
  ['\ufff9\u2800', '\u2800\ufff9'],
  ['\ufe0f', '\ufe0f'],
])('trims %j and %j from every field of one line', (start, end) => {
  const { message, ...lines } = valid
  const wrapped = Object.entries(lines).map(([name, text]) => [name, `${start}${text}${end}`])
  expect(parseContact({ ...Object.fromEntries(wrapped), message })).toEqual({ kind: 'valid', message: valid })
})
