import { expect, it } from 'vitest'
import { parseFormOutcome } from './form-query.ts'
import { parseEmail } from './form-rules.ts'

/** An address of exactly that many characters, valid except perhaps for its length, which RFC 5321 limits. */
const addressOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`

it.each([
  ['zoe@example.com', 'zoe@example.com'],
  ['  zoe@example.com\n', 'zoe@example.com'],
  ['Zoe.Tremblay+site@Mail.Example.COM', 'Zoe.Tremblay+site@Mail.Example.COM'],
  ['\ufeff\u200b zoe@example.com\u00a0\u2060', 'zoe@example.com'],
  ['zoe@example.com\u{e0041}\ufe0f', 'zoe@example.com'],
  [`${'\u200b'.repeat(100_000)}zoe@example.com`, 'zoe@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['1@2.3', '1@2.3'],
  ['a@b-c.example', 'a@b-c.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
  [addressOf(254), addressOf(254)],
  [` ${addressOf(254)} `, addressOf(254)],
])('%j is parsed as the address %j', (value, email) => {
  expect(parseEmail(value)).toBe(email)
})

it.each([
  ['an empty text', ''],
  ['a blank one', '  '],
  ['no at sign', 'zoe.example.com'],
  ['two at signs', 'zoe@example.com@example.com'],
  ['nothing before the at sign', '@example.com'],
  ['nothing after it', 'zoe@'],
  ['a domain without dot', 'zoe@localhost'],
  ['a dot at the end of the domain', 'zoe@example.com.'],
  ['a dot at its start', 'zoe@.example.com'],
  ['two dots in it', 'zoe@example..com'],
  ['a hyphen at the start of a label', 'zoe@-example.com'],
  ['a hyphen at its end', 'zoe@example-.com'],
  ['a label of 64 characters', `zoe@${'b'.repeat(64)}.com`],
  ['an underscore in the domain', 'zoe@exa_mple.com'],
  ['an IP address', 'zoe@[127.0.0.1]'],
  ['what cannot be seen within', 'zoe\u200b@example.com'],
  ['a long run of it within', `zoe${'\u200b'.repeat(100_000)}@example.com`],
  ['a space within', 'zoe @example.com'],
  ['a space in the domain', 'zoe@exam ple.com'],
  ['a name in front', 'Zoé <zoe@example.com>'],
  ['angle brackets', '<zoe@example.com>'],
  ['quotes', '"zoe"@example.com'],
  ['a second address', 'zoe@example.com,max@example.com'],
  ['a header after a line break', 'zoe@example.com\nBcc: max@example.com'],
  ['a line break before the at sign', 'zoe\n@example.com'],
  ['a null character', 'zoe\0@example.com'],
  ['letters beyond ASCII before the at sign', 'zoé@example.com'],
  ['an address beyond ASCII with a path', 'zoe@exâmple.com/a'],
  ['no dot in a domain beyond ASCII', 'zoe@exâmple'],
  ['a full-width at sign', 'zoe＠example.com'],
  ['a long run of selectors of a letter’s form', `李${'\ufe0f'.repeat(200_000)}@example.com`],
  ['255 characters', addressOf(255)],
  ['a very long text', `${'a.'.repeat(100_000)}@example.com`],
])('an address with %s is refused', (_name, value) => {
  expect(parseEmail(value)).toBeNull()
})

it.each([undefined, null, 42, true, {}, [], ['zoe@example.com'], { toString: () => 'zoe@example.com' }])(
  '%j, which is not a text, is refused',
  (value) => {
    expect(parseEmail(value)).toBeNull()
  },
)

it.each([
  ['success', 'success'],
  ['SUCCESS', null],
  ['', null],
  ['constructor', null],
  [null, null],
])('the query value %j is the outcome %j', (value, outcome) => {
  expect(parseFormOutcome(value)).toBe(outcome)
})
