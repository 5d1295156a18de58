import type { Request } from 'express'
import type { Config } from '../config/config.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import type { HttpError } from '../http/http-error.ts'
import {
  type Consumption,
  createRateLimit,
  rateLimitKey,
  type RateStore,
  type TooMany,
  tooManyRequests,
} from '../http/rate-limit.ts'

const windowSeconds = 600
/** All networks of an IPv6 /48 together have so many times the rate of one: a company may share them, or one person own them. */
const networksPerSite = 4
/** However few forms are allowed, a person may correct what a check refused. */
const leastRefusals = 5

/** How a form ends; `known`: accepted before, and sent again. */
type Outcome = { kind: string }

/**
 * The rates of the forms, over ten minutes. Each counts a form before `submit` begins, so that many at a time are no more
 * than many in turn, and takes the count back unless the form ended as the rate says. A visitor who corrects a mistyped
 * address is not held up: validation comes before.
 */
export function createFormLimits(
  { formsPer10Minutes, formsTotalPer10Minutes }: Pick<Config, 'formsPer10Minutes' | 'formsTotalPer10Minutes'>,
  store: RateStore | null,
  now: () => number,
) {
  const rate = (name: string, limit: number) => createRateLimit({ name, windowSeconds, limit, store, now })
  const half = Math.ceil(formsTotalPer10Minutes / 2)
  const [ofVerified, ofUnverified] = [rate('proven-forms', half), rate('unproven-forms', half)]

  const isTaken = ({ kind }: Outcome) => kind === 'accepted' || kind === 'known'
  const taken = perAddress('forms', formsPer10Minutes, isTaken)
  const refused = perAddress(
    'refused-forms',
    Math.max(formsPer10Minutes, leastRefusals),
    (outcome) => !isTaken(outcome),
  )

  /** For a network and for the site that it is part of. */
  function perAddress(name: string, limit: number, counts: (outcome: Outcome) => boolean) {
    const [ofNetwork, ofSite] = [rate(name, limit), rate(`${name}-48`, networksPerSite * limit)]
    return async <T extends Outcome>(address: string, submit: () => Promise<T>): Promise<T | TooMany> =>
      within(await ofNetwork(rateLimitKey(address, 64)), counts, async () =>
        within(await ofSite(rateLimitKey(address, 48)), counts, submit),
      )
  }

  return {
    /** For the address of one visitor, over both forms. What is refused after validation has cost a check: it counts as well. */
    perVisitor<T extends Outcome>(req: Request, submit: () => Promise<T>): Promise<T | TooMany> {
      const address = ipAddressOf(req)
      return taken(address, () => refused(address, submit))
    },

    /**
     * For all addresses together: verified forms have one half and the others the other, so that a flood of either leaves
     * one. A form sent again brings nothing new, and does not count.
     */
    async overall<T extends Outcome>(isVerified: boolean, submit: () => Promise<T>): Promise<T | TooMany> {
      const consumption = await (isVerified ? ofVerified : ofUnverified)('all')
      return within(consumption, ({ kind }) => kind === 'accepted', submit)
    },
  }
}

export type FormLimits = ReturnType<typeof createFormLimits>

/** @param counts whether an outcome counts; a rejection never does */
async function within<T extends Outcome>(
  consumption: Consumption,
  counts: (outcome: Outcome) => boolean,
  submit: () => Promise<T>,
): Promise<T | TooMany> {
  if (consumption.kind === 'tooMany') return consumption
  let isCounted = false
  try {
    const outcome = await submit()
    isCounted = counts(outcome)
    return outcome
  } finally {
    if (!isCounted) await consumption.reward()
  }
}

export function tooManyForms(tooMany: TooMany): HttpError {
  return tooManyRequests('too many forms were sent; try again later', tooMany)
}
