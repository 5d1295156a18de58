/**
 * Delivers what visitors sent: subscriptions to Ghost, contact messages by mail. Each delivery ends with an outcome as a value, also
 * if the other side fails. This folder knows nothing about files, backoff or forms.
 */
import type { i18n } from 'i18next'
import type { Config } from '../config/config.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Consume } from '../http/rate-limit.ts'
import type { Log } from '../runtime/log.ts'
import type { Deliver, Route, Routes } from '../outbox/outbox.ts'
import { composeAcknowledgement, composeContact } from './contact-mail.ts'
import { createGhostMembers, maxSubscriptionMs } from './ghost-members.ts'
import { createMailServer, maxMailMs } from './mail-server.ts'

export { type Greeting, greetMailServer } from './mail-server.ts'

const nothing: Route['followedBy'] = () => Promise.resolve(null)

/**
 * The configured route of each kind of message. Messages without a route wait in the outbox.
 *
 * @param now milliseconds since 1970
 * @param consumeRecipient counts a mail to an address that a visitor gave
 */
export function createDeliveryRoutes(
  { source, newsletter, mail }: Config,
  texts: i18n,
  fetch: Fetch,
  now: () => number,
  consumeRecipient: Consume,
  log: Pick<Log, 'warn'>,
): Routes {
  const subscription: Route | null =
    source.kind === 'ghost' && newsletter === 'ghost'
      ? {
          destination: 'ghost',
          deliver: createGhostMembers(source, fetch, now),
          maxMs: maxSubscriptionMs(source.timeoutMs),
          followedBy: nothing,
          atMostOnce: false,
        }
      : null
  if (mail === null) return { subscription, contact: null, acknowledgement: null }

  const sendMail = createMailServer(mail.url, log)
  const mailed =
    (compose: typeof composeContact): Deliver =>
    async (message, signal) => {
      const { submission } = message
      if (submission.kind !== 'contact') return { kind: 'refused', reason: 'not a contact message' }
      return sendMail(compose(submission, message, mail, texts), signal)
    }
  /** The address may be another person's. So the bot check must be passed, and the recipient has a limit. */
  const acknowledge: Route['followedBy'] = async ({ submission }) => {
    if (submission.kind !== 'contact' || submission.botCheck !== 'passed') return null
    return (await consumeRecipient(submission.message.email)).kind === 'consumed' ? 'acknowledgement' : null
  }
  return {
    subscription,
    contact: {
      destination: 'mail',
      deliver: mailed(composeContact),
      maxMs: maxMailMs,
      followedBy: mail.acknowledge ? acknowledge : nothing,
      atMostOnce: false,
    },
    acknowledgement: {
      destination: 'mail',
      deliver: mailed(composeAcknowledgement),
      maxMs: maxMailMs,
      followedBy: nothing,
      atMostOnce: true,
    },
  }
}
