import { createHmac } from 'node:crypto'
import { contactFields, type ContactMessage } from '../../shared/contact-rules.ts'

/**
 * Names what a visitor has sent: 24 hexadecimal digits, the same on every instance and each time that it is sent, by a
 * proxy or by the visitor. A keyed hash, so it tells nothing of what it names.
 */
export type IdempotencyKey = string

/** The first half of a subscription's key: the same for all subscriptions of one mailbox. */
export function recipientIn(subscription: IdempotencyKey): string {
  return subscription.slice(0, 12)
}

/** @param secret 32 bytes, the same on every instance */
export function createIdempotencyKeys(secret: Buffer) {
  const keyOf = (...parts: string[]): IdempotencyKey =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex').slice(0, 24)

  return {
    /**
     * The same words with the same form token are the same message, with any proof: a visitor who has seen no answer sends
     * again with a new one. With the next hour's token they are another message.
     */
    ofContact: (message: ContactMessage, token: string): IdempotencyKey =>
      keyOf('contact', ...contactFields.map((field) => message[field]), token),

    /**
     * Only what a proxy repeats is the same subscription; a visitor who asks a second time wants a second mail.
     *
     * @param requestId kept by a proxy that repeats the request
     */
    ofSubscription: (email: string, requestId: string): IdempotencyKey =>
      recipientIn(keyOf('recipient', mailboxOf(email))) + keyOf('subscription', email, requestId).slice(0, 12),
  }
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

/**
 * The same for all spellings of an e-mail address that mostly lead to one mailbox: letter case, what follows a `+`
 * (RFC 5233), Gmail's dots and its other name.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
