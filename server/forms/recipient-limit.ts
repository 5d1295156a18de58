import { createHmac } from 'node:crypto'
import { type Consume, createRateLimit, type RateStore } from '../http/rate-limit.ts'
import type { Log } from '../runtime/log.ts'
import { mailboxOf } from '../outbox/idempotency.ts'
import type { Accept, Subscription } from '../outbox/message.ts'

const windowSeconds = 3600
const mostMails = 3

/**
 * Limits the mails that leave for one mailbox because a form names it, over an hour: the sender of a form need not be the
 * reader of the mail.
 *
 * @param secret 32 bytes, the same on every instance
 * @param now milliseconds since 1970
 * @returns counts one more mail to an e-mail address
 */
export function createRecipientLimit(secret: Buffer, store: RateStore | null, now: () => number): Consume {
  const consume = createRateLimit({ name: 'recipients', windowSeconds, limit: mostMails, store, now })
  return (email) => consume(createHmac('sha256', secret).update(mailboxOf(email)).digest('base64url'))
}

/** Drops a subscription beyond its recipient's limit, and answers as to any other: the answer tells nothing of the recipient. */
export function limitRecipients(
  accept: Accept<Subscription>,
  consumeRecipient: Consume,
  log: Log,
): Accept<Subscription> {
  return async (submission, key) => {
    const consumption = await consumeRecipient(submission.email)
    if (consumption.kind === 'tooMany') {
      log.info('a subscription is dropped: its recipient has been written to often enough within the hour')
      return { kind: 'accepted' }
    }
    const acceptance = await accept(submission, key)
    if (acceptance.kind !== 'accepted') await consumption.reward()
    return acceptance
  }
}
