import type { Request } from 'express'
import type { Config } from '../config/config.ts'
import type { HttpError } from '../http/http-error.ts'
import { createRate, type Place, type TooMany, tooManyRequests } from '../http/rate-limit.ts'
import type { Sharing } from '../redis/shared-state.ts'
import { networkOf } from '../http/client-ip.ts'

const windowMs = 10 * 60 * 1000
const everybody = 'everybody'
/** How many times an IPv6 network's rate all networks of its /48 have together: a company may share one, or one person own it. */
const mostNetworks = 4

/**
 * The rates of the forms, over ten minutes. What was accepted counts, and nothing else: a visitor who mends a mistyped
 * address is not held up. Each of them does what takes a form while it holds a place for it, so that many at a time are no
 * more than many in turn; unless the outcome is `accepted`, the place is given back, whether or not anybody still waits.
 */
export function createFormLimits(
  { formsPer10Minutes, formsTotalPer10Minutes }: Pick<Config, 'formsPer10Minutes' | 'formsTotalPer10Minutes'>,
  { countsOf }: Pick<Sharing, 'countsOf'>,
  now: () => number,
) {
  const rate = (name: string, limit: number) => createRate({ windowMs, limit, counts: countsOf(name), now })
  const ofNetwork = rate('forms', formsPer10Minutes)
  const ofNetworks = rate('forms-48', mostNetworks * formsPer10Minutes)
  const half = Math.ceil(formsTotalPer10Minutes / 2)
  const [ofProven, ofUnproven] = [rate('proven-forms', half), rate('unproven-forms', half)]

  return {
    /** For one visitor's address, whichever the form. */
    ofVisitor: async <Outcome extends { kind: string }>(req: Request, take: () => Promise<Outcome>) =>
      within(await ofNetwork(networkOf(req, 64)), async () => within(await ofNetworks(networkOf(req, 48)), take)),

    /** For all addresses together: what is proven has one half and the rest the other, so that a flood of either leaves one. */
    ofAll: async <Outcome extends { kind: string }>(proven: boolean, take: () => Promise<Outcome>) =>
      within(await (proven ? ofProven : ofUnproven)(everybody), take),
  }
}

export type FormLimits = ReturnType<typeof createFormLimits>

async function within<Outcome extends { kind: string }>(
  place: Place,
  take: () => Promise<Outcome>,
): Promise<Outcome | TooMany> {
  if (place.kind === 'tooMany') return place
  let isAccepted = false
  try {
    const outcome = await take()
    isAccepted = outcome.kind === 'accepted'
    return outcome
  } finally {
    if (!isAccepted) await place.giveBack()
  }
}

export function tooManyForms(tooMany: TooMany): HttpError {
  return tooManyRequests('too many forms were sent; try again later', tooMany)
}
