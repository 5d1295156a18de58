import type { Request } from 'express'
import type { Config } from '../config.ts'
import type { HttpError } from '../http-error.ts'
import { createRate, type Place, type TooMany, tooManyRequests } from '../rate-limit.ts'
import type { Sharing } from '../sharing.ts'
import { networkOf } from '../visitor-address.ts'

const windowMs = 10 * 60 * 1000
const everybody = 'everybody'

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
  const ofAll = rate('all-forms', formsTotalPer10Minutes)
  const ofUnproven = rate('unproven-forms', Math.ceil(formsTotalPer10Minutes / 2))

  return {
    /** For one address, whichever the form, and for all addresses together. */
    all: async <Outcome extends { kind: string }>(req: Request, take: () => Promise<Outcome>) =>
      within(await ofNetwork(networkOf(req)), async () => within(await ofAll(everybody), take)),

    /**
     * For all addresses together, without a proof, as every subscription is: half of it. A flood from many addresses leaves
     * people the other half.
     */
    unproven: async <Outcome extends { kind: string }>(take: () => Promise<Outcome>) =>
      within(await ofUnproven(everybody), take),
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
