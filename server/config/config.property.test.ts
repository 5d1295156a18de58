import fc from 'fast-check'
import { expect, it } from 'vitest'
import { httpAddress, integer, origin, smtpAddress } from './readers.ts'
import { variables } from './variables.ts'
import { parseConfig } from './config.ts'
import { anyText, holds, textOf } from '../../test/support/properties.ts'

const name = fc.constantFrom(...(Object.keys(variables) as (keyof typeof variables)[]))
const value = fc.oneof(
  anyText,
  textOf(...'http:// https:// smtp:// a user:password@ example.com :99999 / ? # -1 e5'.split(' ')),
  fc.constantFrom(...'0 1 65536 3000 on off ghost info 0123456789abcdef0123456789'.split(' '), 'a'.repeat(64)),
)
const environment = fc.dictionary(fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: anyText }), value)

it('any environment is valid or has a line for each problem', () => {
  holds([environment], (env) => {
    const parsed = parseConfig(env)
    if (parsed.kind === 'config') return void expect(parsed.config.port).toBeGreaterThanOrEqual(0)
    expect(parsed.problems.length).toBeGreaterThan(0)
    const named = parsed.problems.map((line) => /^([A-Z_0-9]+): [^]*; expected /.exec(line)?.[1])
    expect(named.filter((name) => !Object.keys(variables).includes(name ?? ''))).toEqual([])
    expect(parsed.problems.filter((line) => /\n\s+at |\bError\b/.test(line))).toEqual([])
  })
})

it('no message contains a secret', () => {
  const secrets = Object.entries(variables).flatMap(([known, row]) => ('secret' in row ? [known] : []))
  const secret = fc.stringMatching(/^[a-z]{3}[ -]?[A-Z0-9]{12}$/)
  const quoted = fc.constantFrom('', '"', 'x\n')
  holds([fc.constantFrom(...secrets), secret, quoted, environment], (known, text, quote, others) => {
    const parsed = parseConfig({ ...others, PORT: 'wrong', [known]: quote + text + quote })
    if (parsed.kind === 'problems') expect(parsed.problems.join('\n')).not.toContain(text)
    expect(parsed.kind).toBe('problems')
  })
  expect(secrets.length).toBeGreaterThan(5)
})

it('accepts only whole numbers within their limits', () => {
  holds([fc.integer({ min: -100, max: 200 })], (number) => {
    expect(integer(0, 100)(String(number)).ok).toBe(number >= 0 && number <= 100)
  })
  holds([fc.oneof(anyText, textOf('1', '0', '.', 'e', '-', '+', ' ', 'x', '_'))], (text) => {
    const read = integer(0, 1_000_000)(text)
    if (read.ok) expect(String(read.value)).toBe(text.replace(/^0+(?=.)/, ''))
  })
})

it('the library that uses a valid address parses it the same', () => {
  holds([fc.oneof(fc.webUrl(), value)], (text) => {
    for (const read of [httpAddress, origin]) {
      const result = read(text)
      if (!result.ok) continue
      expect(new URL(`${result.value}/x`).href).toMatch(/^https?:\/\/[^/]+\/(.*\/)?x$/)
      // Browsers convert an origin such as `http://École.example` to Punycode.
      expect(result.value).toBe(read === origin ? new URL(text).origin : text)
      expect(read(result.value)).toEqual(result)
    }
    if (smtpAddress(text).ok) expect(new URL(text).host).not.toBe('')
  })
  holds([fc.webUrl({ validSchemes: ['http', 'https'] })], (text) => {
    expect(origin(new URL(text).origin).ok).toBe(true)
  })
})
