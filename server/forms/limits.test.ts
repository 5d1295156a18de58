import { afterEach, expect, it, vi } from 'vitest'
import { createIdempotencyKeys, mailboxOf, recipientIn } from '../outbox/message.ts'
import { createRecipientLimit } from './limits.ts'

const key = Buffer.alloc(32, 1)

afterEach(() => void vi.useRealTimers())

it.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['A.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
])('treats %s as another spelling of the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

it.each([
  ['a.da@example.com', 'ada@example.com'],
  ['ada@example.com', 'ada@example.org'],
  ['ada@gmail.com.example', 'ada@gmail.com'],
])('distinguishes %s from %s', (a, b) => {
  expect(mailboxOf(a)).not.toBe(mailboxOf(b))
})

it('limits a mailbox to three mails an hour, however its address is spelled', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const consume = createRecipientLimit(Date.now)
  const spellings = ['ada@example.com', 'ADA@example.com', 'ada+1@example.com', 'ada+2@example.com']
  const kinds = async () => {
    const consumed: string[] = []
    for (const email of spellings) consumed.push((await consume(email)).kind)
    return consumed
  }
  expect(await kinds()).toEqual(['consumed', 'consumed', 'consumed', 'tooMany'])
  expect((await consume('eve@example.com')).kind).toBe('consumed')
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await kinds()).toEqual(['consumed', 'consumed', 'consumed', 'tooMany'])
})

it('begins the keys of all subscriptions of a mailbox with the same keyed hash', () => {
  const { subscriptionKey } = createIdempotencyKeys(key)
  const first = subscriptionKey('ada@example.com', '1')
  const second = subscriptionKey('Ada+news@example.com', '2')
  expect(first).toMatch(/^[0-9a-f]{24}$/)
  expect([recipientIn(second), second === first]).toEqual([recipientIn(first), false])
  expect(recipientIn(subscriptionKey('eve@example.com', '1'))).not.toBe(recipientIn(first))
  const elsewhere = createIdempotencyKeys(Buffer.alloc(32, 2)).subscriptionKey('ada@example.com', '1')
  expect(recipientIn(elsewhere)).not.toBe(recipientIn(first))
})
