import { expect, it } from 'vitest'
import { createId, type Entry, fileOf, keyIn, parseEntry } from './entry.ts'
import { createIdempotencyKeys } from './message.ts'
import { backoffAfter, isDue } from './schedule.ts'
import { contactFields } from '../../shared/contact-rules.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

const at = Date.parse('2026-11-20T16:10:12.345Z')
const hour = 3_600_000
const entry: Entry = { id: createId(at), step: 'contact', state: 'waiting', dueAt: at, attempts: 0 }

it('gives each message an identifier, and copies of one message the same key', () => {
  const key = 'a'.repeat(24)
  const ids = [createId(at, key), createId(at, key), entry.id]
  for (const id of ids) expect(id).toMatch(/^20261120T161012345Z-[0-9a-f]{24}-[0-9a-f]{6}$/)
  expect(ids.map(keyIn)).toEqual([key, key, expect.not.stringMatching(key)])
  expect(new Set(ids).size).toBe(3)
})

it('reads the names of older builds', () => {
  const older = { ...entry, id: '20261120T161012345Z-3f9a2c1b7d10' }
  expect(parseEntry(fileOf(older), 'outbox')).toEqual(older)
})

it.each([
  ...['notes.txt', '.gitkeep', 'refused', `${entry.id}.json`, `0.0.contact.${entry.id}.json~`],
  ...[`0.0.contact.${entry.id}.tmp`, `-1.0.contact.${entry.id}.json`, `0.0.order.${entry.id}.json`],
  ...[`0.0.contact.../${entry.id}.json`, `x0.0.contact.${entry.id}.json`],
])('recognises %s as a foreign file', (file) => {
  expect(parseEntry(file, 'outbox')).toBeNull()
})

it('gives the same key only to the same message with the same form token', () => {
  const { message } = contactOf()
  const { contactKey } = createIdempotencyKeys(Buffer.alloc(32, 1))
  const key = contactKey(message, '1764000000')
  expect(key).toMatch(/^[0-9a-f]{24}$/)
  expect(contactKey({ ...message }, '1764000000')).toBe(key)
  const others = contactFields.map((field) => contactKey({ ...message, [field]: 'security' }, '1764000000'))
  const elsewhere = createIdempotencyKeys(Buffer.alloc(32, 2)).contactKey(message, '1764000000')
  expect([...others, contactKey(message, '1764003600'), elsewhere]).not.toContain(key)
})

it.each([
  { attempts: 1, seconds: 5 },
  { attempts: 11, seconds: 3600 },
  { attempts: 999_999, seconds: 3600 },
])('waits between half and all of $seconds seconds after attempt $attempts', ({ attempts, seconds }) => {
  expect([0, 0.5, 1].map((random) => backoffAfter(attempts, random) / 1000)).toEqual(
    [1, 0.75, 0.5].map((part) => part * seconds),
  )
})

it.each([
  { dueMs: 0, expected: true },
  { dueMs: 1, expected: false },
  { dueMs: hour, expected: false },
  // Written while the clock was wrong.
  { dueMs: 24 * hour, expected: true },
])('tries an entry that is due in $dueMs ms: $expected', ({ dueMs, expected }) => {
  expect(isDue({ ...entry, dueAt: at + dueMs }, at)).toBe(expected)
})
