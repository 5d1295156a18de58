import { expect, it } from 'vitest'
import { createId, type Entry } from './entry.ts'
import { isDue, outageBackoffAfter, backoffAfter } from './schedule.ts'

it.each([
  { attempts: 1, seconds: 5 },
  { attempts: 2, seconds: 10 },
  { attempts: 3, seconds: 20 },
  { attempts: 10, seconds: 2560 },
  { attempts: 11, seconds: 3600 },
  { attempts: 999_999, seconds: 3600 },
])('after attempt $attempts waits $seconds seconds at most and half of that at least', ({ attempts, seconds }) => {
  expect(backoffAfter(attempts, 0)).toBe(seconds * 1000)
  expect(backoffAfter(attempts, 0.5)).toBe(seconds * 750)
  expect(backoffAfter(attempts, 1)).toBe(seconds * 500)
})

it('tries a destination that is down every five minutes at least', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => outageBackoffAfter(failures, 0) / 1000)).toEqual([
    5, 10, 20, 40, 80, 160, 300, 300,
  ])
})

const now = 1_795_191_706_388
const hour = 3_600_000

it.each([
  { due: 'now', dueAt: now, expected: true },
  { due: 'long ago', dueAt: 0, expected: true },
  { due: 'in a moment', dueAt: now + 1, expected: false },
  { due: 'in an hour', dueAt: now + hour, expected: false },
  { due: 'tomorrow, by a clock that was wrong', dueAt: now + 24 * hour, expected: true },
])('an entry due $due is tried: $expected', ({ dueAt, expected }) => {
  const entry: Entry = { id: createId(now), step: 'contact', state: 'waiting', dueAt, attempts: 1 }
  expect(isDue(entry, now)).toBe(expected)
})
