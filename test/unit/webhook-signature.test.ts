import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isRecent, isSignedWith, parseSignature, type WebhookSignature } from '../../server/webhook/signature.ts'

const hex = '9a47eff6'.repeat(8)
const secret = 'un secret'

function signatureOf(body: string, timestamp: string): WebhookSignature {
  return {
    hash: createHmac('sha256', secret)
      .update(body + timestamp)
      .digest(),
    timestamp,
  }
}

it('reads what Ghost sends', () => {
  const signature = parseSignature(`sha256=${hex}, t=1795175374808`)
  expect(signature?.hash.toString('hex')).toBe(hex)
  expect(signature?.timestamp).toBe('1795175374808')
})

it.each([
  undefined,
  '',
  hex,
  `sha256=${hex}`,
  `t=1795175374808`,
  `sha256=${hex}, t=`,
  `sha256=${hex}, t=-1`,
  `sha256=${hex}, t=1e12`,
  `sha256=${hex}, t=1795175374808.5`,
  `sha256=${hex}, t=${'1'.repeat(16)}`,
  `sha256=${hex.slice(1)}, t=1795175374808`,
  `sha256=${hex}0, t=1795175374808`,
  `sha256=${hex.replace('9', 'g')}, t=1795175374808`,
  `sha256=, t=1795175374808`,
  `sha1=${hex}, t=1795175374808`,
  `sha256=${hex}, t=1795175374808, t=1`,
  `sha256=${hex}, t=1795175374808\n`,
  `x sha256=${hex}, t=1795175374808`,
])('takes %j for no signature', (header) => {
  expect(parseSignature(header)).toBeNull()
})

it.each([
  [0, true],
  [299_999, true],
  [300_000, true],
  [300_001, false],
  [-300_000, true],
  [-300_001, false],
  [31_536_000_000, false],
])('%d ms after it was signed, a delivery is recent: %s', (age, recent) => {
  expect(isRecent({ hash: Buffer.alloc(32), timestamp: '1795175374808' }, 1_795_175_374_808 + age)).toBe(recent)
})

it.each([
  ['the same bytes and time', '{"a":1}', '1795175374808', secret, true],
  ['another body', '{"a":2}', '1795175374808', secret, false],
  ['the same JSON, spelled otherwise', '{"a": 1}', '1795175374808', secret, false],
  ['another time', '{"a":1}', '1795175374809', secret, false],
  ['the same time, spelled otherwise', '{"a":1}', '01795175374808', secret, false],
  ['the body and time cut elsewhere', '{"a":1}1', '795175374808', secret, true],
  ['another secret', '{"a":1}', '1795175374808', 'un autre secret', false],
])('of what was signed, %s: %s, %s', (_name, body, timestamp, key, expected) => {
  const { hash } = signatureOf('{"a":1}', '1795175374808')
  expect(isSignedWith(key, { hash, timestamp }, Buffer.from(body))).toBe(expected)
})

it('signs bytes, whatever they are', () => {
  const body = Buffer.from([0xff, 0xfe, 0x00, 0x41])
  const hash = createHmac('sha256', secret).update(body).update('1').digest()
  expect(isSignedWith(secret, { hash, timestamp: '1' }, body)).toBe(true)
  expect(isSignedWith(secret, { hash, timestamp: '1' }, Buffer.from(body.toString('utf8')))).toBe(false)
})
