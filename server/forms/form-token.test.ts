import { expect, it } from 'vitest'
import { createFormToken } from './form-token.ts'

const key = Buffer.alloc(32, 1)
const hour = 3_600_000
const start = Date.parse('2026-11-20T10:40:00Z')

it('is the same for all visitors within an hour, and different after it', () => {
  let now = start
  const token = createFormToken(key, () => now)
  const first = token.issue()
  now += 19 * 60_000
  expect(token.issue()).toBe(first)
  now += 60_000
  expect(token.issue()).not.toBe(first)
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

it('is valid only on instances with the same key', () => {
  const issued = createFormToken(key, () => start).issue()
  expect(createFormToken(Buffer.alloc(32, 1), () => start).isValid(issued)).toBe(true)
  expect(createFormToken(Buffer.alloc(32, 2), () => start).isValid(issued)).toBe(false)
})
