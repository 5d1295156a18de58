import { stampValidMs } from '../answers/form-stamp.ts'
import type { SharedNames } from '../redis/shared-names.ts'
import { type Entry, identityOf } from './entry.ts'
import { longestPauseMs } from './schedule.ts'

/**
 * How long it is remembered that a message was delivered: as long as its form may be sent again, and an
 * instance that was away may come back with a copy.
 */
const rememberedMs = stampValidMs

/**
 * Whose it is to deliver a message of which several instances may hold a copy. `ours`: nobody else is at it. `theirs`:
 * another one is, or has died with it. `delivered`: this copy has been, by a process that died before it could write that
 * down; `needless`: another copy has been.
 */
export type Turn = 'ours' | 'theirs' | 'delivered' | 'needless'

export type Turns = ReturnType<typeof createTurns>

/**
 * What the outboxes of all instances know together. A visitor's message can lie in two of them: one instance had kept it
 * and died before it could say so, and the proxy sent it to the next.
 */
export function createTurns({ claim, give, release }: Pick<SharedNames, 'claim' | 'give' | 'release'>) {
  const nameOf = ({ id, step }: Entry) => `outbox:${step}:${identityOf(id)}`
  const deliveredBy = ({ id }: Entry) => `delivered ${id}`
  const perhapsDeliveredBy = ({ id }: Entry) => `perhaps delivered ${id}`

  return {
    /**
     * @param claimed the entry as this process holds it
     * @param claimMs how long the turn lasts: at least as long as that claim
     */
    async take(claimed: Entry, claimMs: number): Promise<Turn> {
      // With its number: the turn of an attempt that died is over when it has run out, though it was at this very copy.
      const attempt = `attempt ${claimed.attempts} ${claimed.id}`
      const holder = await claim(nameOf(claimed), attempt, claimMs)
      if (holder === attempt) return 'ours'
      if (holder === perhapsDeliveredBy(claimed)) {
        await give(nameOf(claimed), attempt, claimMs)
        return 'ours'
      }
      if (holder === deliveredBy(claimed)) return 'delivered'
      return holder.startsWith('delivered ') ? 'needless' : 'theirs'
    },

    /** To be told before the copy goes: whoever dies in between has told already. */
    delivered: (claimed: Entry): Promise<void> => give(nameOf(claimed), deliveredBy(claimed), rememberedMs),

    /** Another copy waits as long as this one: it would be a second mail. */
    unanswered: (claimed: Entry): Promise<void> => give(nameOf(claimed), perhapsDeliveredBy(claimed), longestPauseMs),

    /** Lets another copy try. Only as long as the claim lasts: the turn after it is another's. */
    giveBack: (claimed: Entry): Promise<void> => release(nameOf(claimed)),
  }
}
