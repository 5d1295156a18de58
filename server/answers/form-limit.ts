import type { RequestHandler, Response } from 'express'
import { type Options, rateLimit } from 'express-rate-limit'
import type { Config } from '../config.ts'
import { refuseUntilReset } from '../rate-limit.ts'
import type { Sharing } from '../sharing.ts'

const windowMs = 10 * 60 * 1000

/** Whoever has one IPv6 address has the 2^64 beside it. */
const perNetwork = { ipv6Subnet: 64 } as const

/** To be called where a form post was taken; its status does not tell, since without JavaScript it is always redirected. */
export function markAccepted(res: Response): void {
  res.locals.accepted = true
}

/** To be called where nothing proves that a person sent it; it then also counts among all such. */
export function markUnproven(res: Response): void {
  res.locals.unproven = true
}

/**
 * The rates of the forms, over ten minutes. What was accepted counts, and nothing else: a visitor who mends a mistyped
 * address is not held up.
 */
export function createFormLimits(
  { formsPer10Minutes, formsTotalPer10Minutes }: Config,
  { countsOf }: Pick<Sharing, 'countsOf'>,
) {
  return {
    /** For one address, whichever the form, and for all addresses together. */
    all: [
      limit({ limit: formsPer10Minutes, store: countsOf('forms'), ...perNetwork }),
      limit({ limit: formsTotalPer10Minutes, store: countsOf('all-forms'), keyGenerator: () => 'everybody' }),
    ] satisfies RequestHandler[],
    /** For all addresses together, without a proof: half of it. A flood from many addresses leaves people the other half. */
    unproven: limit({
      limit: Math.ceil(formsTotalPer10Minutes / 2),
      store: countsOf('unproven-forms'),
      keyGenerator: () => 'everybody',
      skip: (_req, res) => res.locals.unproven !== true,
    }) satisfies RequestHandler,
  }
}

function limit(options: Partial<Options>): RequestHandler {
  return rateLimit({
    windowMs,
    skipFailedRequests: true,
    requestWasSuccessful: (_req, res) => res.locals.accepted === true,
    standardHeaders: false,
    legacyHeaders: false,
    handler: refuseUntilReset('too many forms were sent; try again later'),
    ...options,
  })
}
