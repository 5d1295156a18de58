import { expect, it } from 'vitest'
import { createIdempotencyKeys } from '../../server/outbox/idempotency.ts'
import { contactFields } from '../../shared/contact-rules.ts'

const { ofContact } = createIdempotencyKeys(Buffer.alloc(32, 1))
const message = { name: 'Ada', company: 'A', email: 'ada@example.com', subject: 'ai', message: 'Bonjour.' } as const
const stamp = '1764000000'

it('the same message with the same stamp has the same identity', () => {
  expect(ofContact(message, stamp)).toMatch(/^[0-9a-f]{24}$/)
  expect(ofContact({ ...message }, stamp)).toBe(ofContact(message, stamp))
})

it.each(contactFields)('a message with another %s is another one', (field) => {
  expect(ofContact({ ...message, [field]: 'security' }, stamp)).not.toBe(ofContact(message, stamp))
})

it('the same message with another stamp is another one, and so is one under another key', () => {
  expect(ofContact(message, '1764003600')).not.toBe(ofContact(message, stamp))
  expect(createIdempotencyKeys(Buffer.alloc(32, 2)).ofContact(message, stamp)).not.toBe(ofContact(message, stamp))
})
