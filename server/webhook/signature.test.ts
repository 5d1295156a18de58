import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isRecent, isSignedWith, parseSignature } from './signature.ts'

const hex = '9a47eff6'.repeat(8)
const secret = 'un secret'

it('reads what Ghost sends', () => {
  const signature = parseSignature(`sha256=${hex}, t=1795175374808`)
  expect(signature?.hash.toString('hex')).toBe(hex)
  expect(signature?.timestamp).toBe('1795175374808')
})

const at = '1795175374808'

it.each([
  ...[undefined, '', hex, `sha256=${hex}`, `t=${at}`],
  ...['', '-1', '1e12', `${at}.5`, '1'.repeat(16), `${at}, t=1`, `${at}\n`].map((time) => `sha256=${hex}, t=${time}`),
  ...[hex.slice(1), `${hex}0`, hex.replace('9', 'g'), ''].map((hash) => `sha256=${hash}, t=${at}`),
  ...[`sha1=${hex}, t=${at}`, `x sha256=${hex}, t=${at}`],
])('%j is not a valid signature', (header) => {
  expect(parseSignature(header)).toBeNull()
})

it.each([
  [300_000, true],
  [300_001, false],
  [-300_000, true],
  [-300_001, false],
])('%d ms after it was signed, a delivery is recent: %s', (age, recent) => {
  expect(isRecent({ hash: Buffer.alloc(32), timestamp: '1795175374808' }, 1_795_175_374_808 + age)).toBe(recent)
})

// See stored.property.test.ts for other secrets, bodies and times.
it.each([
  ['the same bytes and time', '{"a":1}', '1795175374808', true],
  ['the same time in another notation', '{"a":1}', '01795175374808', false],
  ['the body and time cut elsewhere', '{"a":1}1', '795175374808', true],
])('of what was signed, %s: %s, %s', (_name, body, timestamp, expected) => {
  const hash = createHmac('sha256', secret)
    .update('{"a":1}' + '1795175374808')
    .digest()
  expect(isSignedWith(secret, { hash, timestamp }, Buffer.from(body))).toBe(expected)
})
