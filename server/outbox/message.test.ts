import { expect, it } from 'vitest'
import { createIdempotencyKeys } from './message.ts'
import { contactFields } from '../../shared/contact-rules.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

const { contactKey } = createIdempotencyKeys(Buffer.alloc(32, 1))
const { message } = contactOf()
const token = '1764000000'

it('the same message with the same form token has the same key', () => {
  expect(contactKey(message, token)).toMatch(/^[0-9a-f]{24}$/)
  expect(contactKey({ ...message }, token)).toBe(contactKey(message, token))
})

it.each(contactFields)('a message with another %s is another one', (field) => {
  expect(contactKey({ ...message, [field]: 'security' }, token)).not.toBe(contactKey(message, token))
})

it('the same message with another form token or key is another one', () => {
  expect(contactKey(message, '1764003600')).not.toBe(contactKey(message, token))
  expect(createIdempotencyKeys(Buffer.alloc(32, 2)).contactKey(message, token)).not.toBe(contactKey(message, token))
})
