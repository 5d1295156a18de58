import { expect, it } from 'vitest'
import { createIdempotencyKeys } from '../../server/outbox/message.ts'
import { contactFields } from '../../shared/contact-rules.ts'

const { ofContact } = createIdempotencyKeys(Buffer.alloc(32, 1))
const message = { name: 'Ada', company: 'A', email: 'ada@example.com', subject: 'ai', message: 'Bonjour.' } as const
const token = '1764000000'

it('the same message with the same form token has the same key', () => {
  expect(ofContact(message, token)).toMatch(/^[0-9a-f]{24}$/)
  expect(ofContact({ ...message }, token)).toBe(ofContact(message, token))
})

it.each(contactFields)('a message with another %s is another one', (field) => {
  expect(ofContact({ ...message, [field]: 'security' }, token)).not.toBe(ofContact(message, token))
})

it('the same message with another form token is another one, and so is one under another key', () => {
  expect(ofContact(message, '1764003600')).not.toBe(ofContact(message, token))
  expect(createIdempotencyKeys(Buffer.alloc(32, 2)).ofContact(message, token)).not.toBe(ofContact(message, token))
})
