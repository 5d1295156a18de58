import { expect, it } from 'vitest'
import { createId, type Entry, keyIn, parseEntry, fileOf, receivedAt } from './entry.ts'

const at = Date.parse('2026-11-20T16:10:12.345Z')
const entry: Entry = { id: createId(at), step: 'contact', state: 'waiting', dueAt: at, attempts: 0 }

it('tells from an identifier when the message was received', () => {
  expect(entry.id).toMatch(/^20261120T161012345Z-[0-9a-f]{24}-[0-9a-f]{6}$/)
  expect(receivedAt(entry)).toBe(at)
})

it('still reads the names that older builds have written', () => {
  const older = { ...entry, id: '20261120T161012345Z-3f9a2c1b7d10' }
  expect(parseEntry(fileOf(older), 'outbox')).toEqual(older)
})

it('gives copies of a message the same key, and different messages different keys', () => {
  const key = 'a'.repeat(24)
  const ids = [createId(at, key), createId(at, key), createId(at)]
  expect(ids.map(keyIn)).toEqual([key, key, expect.not.stringMatching(key)])
  expect(new Set(ids).size).toBe(3)
})

it.each([
  ...['notes.txt', '.gitkeep', 'refused', `${entry.id}.json`, `0.0.contact.${entry.id}.json~`],
  ...[`0.0.contact.${entry.id}.tmp`, `-1.0.contact.${entry.id}.json`, `0.0.order.${entry.id}.json`],
  ...[`0.0.contact.../${entry.id}.json`, `x0.0.contact.${entry.id}.json`],
])('ignores %s, which is not its file', (file) => {
  expect(parseEntry(file, 'outbox')).toBeNull()
})
