import type { i18n } from 'i18next'
import type { Config, MailConfig } from '../config/config.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Deliver, Route, Routes } from '../outbox/delivery.ts'
import type { TakePlace } from '../http/rate-limit.ts'
import { type Contact, composeAcknowledgement, composeContact } from './contact-mail.ts'
import { createGhostMembers, longestSubscriptionMs } from './ghost-members.ts'
import { createMailServer, longestMailMs } from './mail-server.ts'

type Compose = typeof composeContact

/**
 * Where each kind of message goes, as configured; what has nowhere to go waits in the outbox.
 *
 * @param now milliseconds since 1970
 * @param takeRecipient counts one more mail to an e-mail address that a visitor gave
 */
export function createRoutes(
  { ghost, newsletter, mail }: Config,
  texts: i18n,
  fetch: Fetch,
  now: () => number,
  takeRecipient: TakePlace,
): Routes {
  return {
    subscription:
      ghost && newsletter === 'ghost'
        ? {
            destination: 'ghost',
            deliver: createGhostMembers(ghost, fetch, now),
            longestMs: longestSubscriptionMs(ghost.timeoutMs),
            followedBy: nothing,
            atMostOnce: false,
          }
        : null,
    ...mailRoutes(mail, texts, takeRecipient),
  }
}

const nothing: Route['followedBy'] = () => Promise.resolve(null)

function mailRoutes(
  mail: MailConfig | null,
  texts: i18n,
  takeRecipient: TakePlace,
): Pick<Routes, 'contact' | 'acknowledgement'> {
  if (mail === null) return { contact: null, acknowledgement: null }
  const send = createMailServer(mail.url)
  const mailed =
    (compose: Compose): Deliver =>
    async (message, signal) => {
      const { outgoing } = message
      if (outgoing.kind !== 'contact') return { kind: 'refused', reason: 'this is no contact message' }
      return send(compose(outgoing satisfies Contact, message, mail, texts), signal)
    }
  /** The address may be a stranger's: only where the bot check was passed, and only so often. */
  const acknowledge: Route['followedBy'] = async ({ outgoing }) => {
    if (outgoing.kind !== 'contact' || outgoing.botCheck !== 'passed') return null
    return (await takeRecipient(outgoing.message.email)).kind === 'taken' ? 'acknowledgement' : null
  }
  return {
    contact: {
      destination: 'mail',
      deliver: mailed(composeContact),
      longestMs: longestMailMs,
      followedBy: mail.acknowledge ? acknowledge : nothing,
      atMostOnce: false,
    },
    acknowledgement: {
      destination: 'mail',
      deliver: mailed(composeAcknowledgement),
      longestMs: longestMailMs,
      followedBy: nothing,
      atMostOnce: true,
    },
  }
}
