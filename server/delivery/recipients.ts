import { createHmac } from 'node:crypto'
import type { Accept } from '../outbox/outgoing.ts'
import type { Log } from '../log/log.ts'
import { mailboxOf } from '../outbox/mailbox.ts'
import { createRate, type TakePlace } from '../http/rate-limit.ts'
import type { Sharing } from '../redis/shared-state.ts'

const windowMs = 3_600_000
const mostMails = 3

/**
 * How often mail leaves for one mailbox because a form names it, over an hour: who fills in a form need not be who reads it.
 *
 * @param key 32 bytes, the same on every instance
 * @param now milliseconds since 1970
 * @returns counts one more mail to an e-mail address
 */
export function createRecipients(key: Buffer, { countsOf }: Pick<Sharing, 'countsOf'>, now: () => number): TakePlace {
  const take = createRate({ windowMs, limit: mostMails, counts: countsOf('recipients'), now })
  return (email) => take(createHmac('sha256', key).update(mailboxOf(email)).digest('base64url'))
}

/** Beyond its recipient's rate a subscription goes nowhere, and is answered as any other: the answer tells nothing of a stranger. */
export function withinRecipients(accept: Accept, takeRecipient: TakePlace, log: Log): Accept {
  return async (outgoing, identity) => {
    if (outgoing.kind !== 'subscription') return accept(outgoing, identity)
    const place = await takeRecipient(outgoing.email)
    if (place.kind === 'tooMany') {
      log.info('a subscription is dropped: its recipient has been written to often enough within the hour')
      return { kind: 'accepted' }
    }
    const acceptance = await accept(outgoing, identity)
    if (acceptance.kind !== 'accepted') await place.giveBack()
    return acceptance
  }
}
