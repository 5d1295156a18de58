import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const sentAtNoon = 'Fri, 20 Nov 2026 12:00:00 GMT'

it.each([
  { wish: '7', seconds: 7 },
  { wish: ' 120 ', seconds: 120 },
  { wish: '0', seconds: 1 },
  { wish: '99999999999999999999', seconds: 600 },
  { wish: 'Fri, 20 Nov 2026 12:00:30 GMT', seconds: 30 },
  { wish: 'Fri, 20 Nov 2026 11:00:00 GMT', seconds: 1 },
  { wish: 'Fri, 31 Dec 9999 23:59:59 GMT', seconds: 600 },
  { wish: null, seconds: null },
  { wish: '', seconds: null },
  { wish: '-5', seconds: null },
  { wish: '1.5', seconds: null },
  { wish: 'soon', seconds: null },
  { wish: 'Fri, 99 Nov 2026 12:00:30 GMT', seconds: null },
  { wish: '2026-11-20T12:00:30Z', seconds: null },
])('parses $wish as $seconds seconds', ({ wish, seconds }) => {
  expect(parseRetryAfter(wish, sentAtNoon, noon)).toBe(seconds)
  expect(parseRetryAfter(wish, null, noon)).toBe(seconds)
})

it('compares a date with its sender’s clock, even if that is wrong', () => {
  const year = 365 * 86_400_000
  for (const here of [noon - year, noon + year])
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:00:30 GMT', sentAtNoon, here)).toBe(30)
})

it('limits the delay to the maximum of the caller', () => {
  for (const wish of ['3600', '7200']) expect(parseRetryAfter(wish, null, noon, 3600)).toBe(3600)
})
