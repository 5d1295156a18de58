import { expect, it } from 'vitest'
import { createFormToken } from '../../server/forms/form-token.ts'

const key = Buffer.alloc(32, 1)
const hour = 3_600_000
const start = Date.parse('2026-11-20T10:40:00Z')

it('is the same for everybody within an hour, and another one after', () => {
  let now = start
  const stamp = createFormToken(key, () => now)
  const first = stamp.issue()
  now += 19 * 60_000
  expect(stamp.issue()).toBe(first)
  now += 60_000
  expect(stamp.issue()).not.toBe(first)
})

it.each([
  { after: 0, valid: true },
  { after: 24 * hour, valid: true },
  { after: 47 * hour, valid: true },
  { after: 48 * hour, valid: false },
  { after: -10 * 60_000, valid: true },
  { after: -50 * 60_000, valid: false },
])('is valid $after ms after it was issued: $valid', ({ after, valid }) => {
  const issued = createFormToken(key, () => start).issue()
  expect(createFormToken(key, () => start + after).isValid(issued)).toBe(valid)
})

it('is valid on another instance with the same key, and on no other', () => {
  const issued = createFormToken(key, () => start).issue()
  expect(createFormToken(Buffer.alloc(32, 1), () => start).isValid(issued)).toBe(true)
  expect(createFormToken(Buffer.alloc(32, 2), () => start).isValid(issued)).toBe(false)
})

it('is not valid when it was changed, cut or left out', () => {
  const stamp = createFormToken(key, () => start)
  const [time = '', signature = ''] = stamp.issue().split('.')
  const later = (Number.parseInt(time, 36) + hour).toString(36)
  for (const wrong of [
    `${later}.${signature}`,
    time,
    `${time}.`,
    `.${signature}`,
    '',
    '.',
    null,
    undefined,
    3,
    [stamp.issue()],
  ])
    expect(stamp.isValid(wrong), String(wrong)).toBe(false)
})
