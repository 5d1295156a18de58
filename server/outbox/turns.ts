import type { SharedNames } from '../redis/shared-names.ts'
import { type Entry, identityOf } from './entry.ts'
import { longestPauseMs, silentMs } from './schedule.ts'

/**
 * How long it is remembered that a message was delivered: as long as its form may be sent again, and an
 * instance that was away may come back with a copy.
 */
export const rememberedMs = 48 * 3_600_000

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
  // With its number: the turn of an attempt that died is over when it has run out, though it was at this very copy.
  const attemptOf = ({ attempts, id }: Entry) => `attempt ${attempts} ${id}`
  const deliveredBy = ({ id }: Entry) => `delivered ${id}`
  const perhapsDeliveredBy = ({ id }: Entry) => `perhaps delivered ${id}`

  /** One that has run out, and is nobody's, becomes ours again. */
  const isOurs = async (claimed: Entry) =>
    (await claim(nameOf(claimed), attemptOf(claimed), silentMs)) === attemptOf(claimed)

  return {
    /** @param claimed the entry as this process holds it */
    async take(claimed: Entry): Promise<Turn> {
      const attempt = attemptOf(claimed)
      const holder = await claim(nameOf(claimed), attempt, silentMs)
      if (holder === attempt) return 'ours'
      if (holder === perhapsDeliveredBy(claimed)) {
        await give(nameOf(claimed), attempt, silentMs)
        return 'ours'
      }
      if (holder === deliveredBy(claimed)) return 'delivered'
      return holder.startsWith('delivered ') ? 'needless' : 'theirs'
    },

    /** A turn ends by itself, unless whoever has it says that it lives. */
    async renew(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await give(nameOf(claimed), attemptOf(claimed), silentMs)
    },

    /** To be told before the copy goes: whoever dies in between has told already. */
    delivered: (claimed: Entry): Promise<void> => give(nameOf(claimed), deliveredBy(claimed), rememberedMs),

    /** Another copy waits as long as this one: it would be a second mail. */
    async unanswered(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await give(nameOf(claimed), perhapsDeliveredBy(claimed), longestPauseMs)
    },

    /** Lets another copy try, unless one does already. */
    async giveBack(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await release(nameOf(claimed))
    },
  }
}
