import { createHmac } from 'node:crypto'
import type { ContactMessage } from '../../shared/contact-form.ts'
import { mailboxOf } from './mailbox.ts'

/**
 * Names what a visitor has sent: 24 hexadecimal digits, the same on every instance and each time that it is sent, by a
 * proxy or by the visitor. It tells nothing of what it names.
 */
export type Identity = string

/** The first half of a subscription's identity: the same for all subscriptions of one mailbox. */
export function recipientIn(subscription: Identity): string {
  return subscription.slice(0, 12)
}

/** @param key 32 bytes, the same on every instance */
export function createIdentities(key: Buffer) {
  const identityOf = (...parts: string[]): Identity =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 24)

  return {
    /**
     * The same words with the same stamp are the same message, whichever proof comes with them: whoever has seen no answer
     * sends again with a new one. The next hour's stamp makes another message, which somebody may well mean.
     */
    ofContact: ({ name, company, email, subject, message }: ContactMessage, stamp: string): Identity =>
      identityOf('contact', name, company, email, subject, message, stamp),

    /**
     * Only what a proxy sends again is the same subscription; a visitor who asks a second time wants a second mail.
     *
     * @param requestId the proxy keeps it when it sends again
     */
    ofSubscription: (email: string, requestId: string): Identity =>
      recipientIn(identityOf('recipient', mailboxOf(email))) +
      identityOf('subscription', email, requestId).slice(0, 12),
  }
}

export type Identities = ReturnType<typeof createIdentities>
