import fc from 'fast-check'
import { expect, it } from 'vitest'
import { negotiate } from './content-encoding.ts'
import { requestIdOf } from './request-log.ts'
import { matches } from './send.ts'
import { anyText, holds, textOf } from '../../test/support/properties.ts'

const ours = ['br', 'gzip', 'identity'] as const
const coding = fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', 'zstd')
const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', '; q=0.001', ';Q=0.8')
const wish = fc.tuple(coding, weight)

it('any Accept-Encoding has a result', () => {
  holds(
    [fc.oneof(anyText, textOf('br', 'gzip', 'identity', '*', ';q=', ',', '0', '1', '.', ' ', 'NaN', '-'))],
    (field) => {
      expect([...ours, null]).toContain(negotiate(field))
    },
  )
})

it('the client accepts the chosen encoding, and prefers no other', () => {
  holds([fc.uniqueArray(wish, { selector: ([name]) => name, maxLength: 6 })], (wishes) => {
    const weightOf = (name: string) => {
      const found = wishes.find(([coding]) => coding === name) ?? wishes.find(([coding]) => coding === '*')
      // RFC 9110 §12.5.3: identity is acceptable unless it is excluded.
      if (found === undefined) return name === 'identity' ? 0.0001 : 0
      return found[1] === '' ? 1 : Number(found[1].split('=')[1])
    }
    const chosen = negotiate(wishes.map((parts) => parts.join('')).join(', '))
    if (chosen === null) expect(ours.map(weightOf)).toEqual([0, 0, 0])
    else expect(weightOf(chosen)).toBe(Math.max(...ours.map(weightOf)))
    if (chosen !== null) expect(weightOf(chosen)).toBeGreaterThan(0)
  })
})

it('an entity tag is found only in lists that contain it', () => {
  const name = fc.stringMatching(/^[\w+/-]{1,30}$/)
  const tag = fc.tuple(fc.constantFrom('', 'W/'), name).map(([weak, text]) => `${weak}"${text}"`)
  holds([fc.array(tag), name], (tags, wanted) => {
    const expected = tags.some((tag) => tag.replace('W/', '') === `"${wanted}"`)
    expect(matches(tags.join(', '), `"${wanted}"`)).toBe(expected)
    expect(matches([...tags, `W/"${wanted}"`].join(' ,\t'), `"${wanted}"`)).toBe(true)
  })
})

it('only the entity tag of the same bytes matches, whatever If-None-Match contains', () => {
  holds([fc.oneof(anyText, textOf('"now"', '"before"', 'W/', ',', ' ', '*', '"'))], (field) => {
    if (!/\*|now/.test(field)) expect(matches(field, '"now"')).toBe(false)
  })
})

it('a request’s identifier is harmless in a log', () => {
  holds([fc.oneof(anyText, fc.array(anyText))], (given) => {
    const id = requestIdOf({ headers: { 'x-request-id': given } } as unknown as Parameters<typeof requestIdOf>[0])
    expect(id).toMatch(/^[\w.:-]{1,128}$/)
  })
})
