import type { Request } from 'express'
import type { Config } from '../config/config.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import type { HttpError } from '../http/http-error.ts'
import { type Consume, createRateLimit, rateLimitKey, type TooMany, tooManyRequests } from '../http/rate-limit.ts'
import type { Log } from '../runtime/log.ts'
import { type Accept, type Acceptance, type IdempotencyKey, mailboxOf, type Subscription } from '../outbox/outbox.ts'

const windowSeconds = 600
/** The limit of an IPv6 /48, in limits of a /64. All networks of a /48 may belong to one company, or to one person. */
const wideLimitFactor = 4
/** The minimum limit of refusals, so that a person may correct a form even if few forms are allowed. */
const minRefusals = 5

const recipientWindowSeconds = 3600
const maxMailsToRecipient = 3

/** The result of a form. `known`: accepted before, and sent again. */
type FormResult = { kind: string }

/** A form, counted under a key of a limit. `counts`: whether a result stays counted. */
type Count = { consume: Consume; key: string; counts: (result: FormResult) => boolean }

const isAccepted: Count['counts'] = ({ kind }) => kind === 'accepted'
const isTaken: Count['counts'] = ({ kind }) => kind === 'accepted' || kind === 'known'
const isRefused: Count['counts'] = (result) => !isTaken(result)

/**
 * The rate limits of the forms, over ten minutes. Validation comes first, so a visitor who corrects a mistyped address is not
 * limited.
 */
export function createFormLimits(
  { formsPer10Minutes, formsTotalPer10Minutes }: Pick<Config, 'formsPer10Minutes' | 'formsTotalPer10Minutes'>,
  uptime: () => number,
) {
  const rate = (limit: number) => createRateLimit({ windowSeconds, limit, uptime })
  /** A limit for the network of an address (/64), and one for the /48 that contains it. */
  const perAddress = (limit: number, counts: Count['counts']) => {
    const [networkLimit, wideLimit] = [rate(limit), rate(wideLimitFactor * limit)]
    return (address: string): Count[] => [
      { consume: networkLimit, key: rateLimitKey(address, 64), counts },
      { consume: wideLimit, key: rateLimitKey(address, 48), counts },
    ]
  }
  const half = Math.ceil(formsTotalPer10Minutes / 2)
  const [verifiedLimit, unverifiedLimit] = [rate(half), rate(half)]
  const taken = perAddress(formsPer10Minutes, isTaken)
  const refused = perAddress(Math.max(formsPer10Minutes, minRefusals), isRefused)

  return {
    /** Limits an address, over both forms. A form that is refused after validation counts too, because its check took time. */
    perVisitor<T extends FormResult>(req: Request, submit: () => Promise<T>): Promise<T | TooMany> {
      const address = ipAddressOf(req)
      return within([...taken(address), ...refused(address)], submit)
    },

    /**
     * Limits all addresses together. Verified forms have one half and unverified ones the other, so that a flood of one kind does
     * not block the other. A form that is sent again does not count.
     */
    overall<T extends FormResult>(isVerified: boolean, submit: () => Promise<T>): Promise<T | TooMany> {
      return within([{ consume: isVerified ? verifiedLimit : unverifiedLimit, key: 'all', counts: isAccepted }], submit)
    },
  }
}

export type FormLimits = ReturnType<typeof createFormLimits>

/**
 * Limits the mails per hour to a mailbox that forms name, because anyone may enter another person's address.
 *
 * @param uptime milliseconds since the process began
 * @returns counts one more mail to an e-mail address
 */
export function createRecipientLimit(uptime: () => number): Consume {
  const consume = createRateLimit({ windowSeconds: recipientWindowSeconds, limit: maxMailsToRecipient, uptime })
  return (email) => consume(mailboxOf(email))
}

/** Drops subscriptions beyond their recipient's limit. The answer is the same, so it reveals nothing about the recipient. */
export function limitRecipients(accept: Accept, consumeRecipient: Consume, log: Log) {
  return async (subscription: Subscription, key: IdempotencyKey): Promise<Acceptance> => {
    const count = { consume: consumeRecipient, key: subscription.email, counts: isAccepted }
    const result = await within([count], () => accept(subscription, key))
    if (result.kind !== 'tooMany') return result
    log.info('a subscription is dropped: its recipient has been written to often enough within the hour')
    return { kind: 'accepted' }
  }
}

/**
 * Counts a form in each limit before `submit` begins, so that concurrent forms cannot exceed a limit. Afterwards, a count is taken
 * back unless `counts` accepts the result. If `submit` rejects, all counts are taken back.
 */
async function within<T extends FormResult>(counts: readonly Count[], submit: () => Promise<T>): Promise<T | TooMany> {
  const consumed: { reward: () => Promise<void>; counts: Count['counts'] }[] = []
  let result: T | TooMany | null = null
  try {
    for (const count of counts) {
      const consumption = await count.consume(count.key)
      if (consumption.kind === 'tooMany') return (result = consumption)
      consumed.push({ reward: consumption.reward, counts: count.counts })
    }
    return (result = await submit())
  } finally {
    for (const { counts, reward } of consumed) if (result === null || !counts(result)) await reward()
  }
}

export function tooManyForms(tooMany: TooMany): HttpError {
  return tooManyRequests('too many forms were sent; try again later', tooMany)
}
