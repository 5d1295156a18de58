import type { Leases } from '../redis/leases.ts'
import { type Entry, keyIn } from './entry.ts'
import { longestBackoffMs, silentMs } from './schedule.ts'

/**
 * How long it is remembered that a message was delivered: as long as its form may be sent again, and an instance that was
 * away may come back with a copy.
 */
export const rememberedMs = 48 * 3_600_000

/**
 * Which instance delivers a message of which several may hold a copy. `ours`: this one. `theirs`: another one is at it, or
 * has died with it. `delivered`: this copy has been, by a process that died before it could record that; `needless`:
 * another copy has been.
 */
export type LeaseState = 'ours' | 'theirs' | 'delivered' | 'needless'

export type DeliveryLeases = ReturnType<typeof createDeliveryLeases>

/**
 * One lease for each message, over the outboxes of all instances. A message lies in two of them if one instance kept it and
 * died before it could answer, and the proxy sent it to the next.
 */
export function createDeliveryLeases({ acquire, assign, release }: Pick<Leases, 'acquire' | 'assign' | 'release'>) {
  const nameOf = ({ id, step }: Entry) => `outbox:${step}:${keyIn(id)}`
  // With its number: the lease of an attempt that died must run out, also for this very copy.
  const attemptOf = ({ attempts, id }: Entry) => `attempt ${attempts} ${id}`
  const deliveredBy = ({ id }: Entry) => `delivered ${id}`
  const perhapsDeliveredBy = ({ id }: Entry) => `perhaps delivered ${id}`

  /** A lease that has run out, and is free, becomes ours again. */
  const isOurs = async (claimed: Entry) =>
    (await acquire(nameOf(claimed), attemptOf(claimed), silentMs)) === attemptOf(claimed)

  return {
    /** @param claimed the entry as this process holds it */
    async acquire(claimed: Entry): Promise<LeaseState> {
      const attempt = attemptOf(claimed)
      const holder = await acquire(nameOf(claimed), attempt, silentMs)
      if (holder === attempt) return 'ours'
      if (holder === perhapsDeliveredBy(claimed)) {
        await assign(nameOf(claimed), attempt, silentMs)
        return 'ours'
      }
      if (holder === deliveredBy(claimed)) return 'delivered'
      return holder.startsWith('delivered ') ? 'needless' : 'theirs'
    },

    /** A lease runs out unless its holder renews it. */
    async renew(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await assign(nameOf(claimed), attemptOf(claimed), silentMs)
    },

    /** Recorded before the copy is removed: a process that dies in between has recorded it already. */
    recordDelivered: (claimed: Entry): Promise<void> => assign(nameOf(claimed), deliveredBy(claimed), rememberedMs),

    /** Another copy waits as long as this one: it would be a second mail. */
    async recordUnanswered(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await assign(nameOf(claimed), perhapsDeliveredBy(claimed), longestBackoffMs)
    },

    /** Lets another copy try, unless one does already. */
    async release(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await release(nameOf(claimed))
    },
  }
}
