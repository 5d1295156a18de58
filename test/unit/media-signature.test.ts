import { expect, it } from 'vitest'
import { createSignature } from '../../server/media/signature.ts'

const { sign, verify } = createSignature(Buffer.from('0123456789abcdef0123456789'))
const text = 'https://images.example.org/a.png'

it('signs alike after a restart and in every instance', () => {
  expect(sign(text)).toBe(createSignature(Buffer.from('0123456789abcdef0123456789')).sign(text))
  // What is in stored pages and feeds must still be right after an update.
  expect(sign(text)).toBe('OmHaoZ_TBKXWKTb7alma5T')
  expect(sign(text)).toMatch(/^[\w-]{22}$/)
})

it.each([
  ['another text', `${text}?`, sign(text)],
  ['another secret', text, createSignature(Buffer.from('another secret, long enough')).sign(text)],
  ['a longer signature', text, `${sign(text)}A`],
  ['a shorter signature', text, sign(text).slice(0, -1)],
  ['no signature', text, ''],
  ['one wrong letter', text, sign(text).replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['letters that are more than a byte', text, 'é'.repeat(22)],
  ['letters beyond Latin-1', text, '\u0441'.repeat(22)],
])('refuses %s', (_case, given, signature) => {
  expect(verify(given, signature)).toBe(false)
})

it('accepts its own signature', () => {
  expect(verify(text, sign(text))).toBe(true)
})
