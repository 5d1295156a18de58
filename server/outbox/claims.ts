import type { Leases } from '../redis/leases.ts'
import { type Entry, fileOf, keyIn } from './entry.ts'
import type { FolderHealth } from './folder-health.ts'
import { longestBackoffMs, heartbeatMs, heartbeatTimeoutMs } from './schedule.ts'
import type { Spool } from './spool.ts'

/** If polls are further apart, this process itself has stood still, and has missed the heartbeats in between. */
const longestBetweenPollsMs = 2 * heartbeatMs

/** A process leaves its file alone after so long without a heartbeat of its own; the rest of the timeout is for writing it. */
const surelyOursMs = heartbeatTimeoutMs / 2

type ClaimsOptions = {
  spool: Pick<Spool, 'writeHeartbeat' | 'readHeartbeat'>
  leases: Pick<DeliveryLeases, 'renew'>
  folder: Pick<FolderHealth, 'failed'>
  /** Milliseconds since any instant; never set back. */
  uptime: () => number
}

/**
 * The claims of this process and of others. The owner of a claim writes heartbeats: it sets the time of the claimed file.
 * Other processes see whether that time changes, by their own clocks alone, so nothing depends on process ids, names of
 * machines or clocks that agree. A claim without a heartbeat for `heartbeatTimeoutMs` is free
 * (docs/decisions/012-outbox-of-files.md).
 */
export function createClaims({ spool, leases, folder, uptime }: ClaimsOptions) {
  /** When this process wrote its last heartbeat, by path. */
  const own = new Map<string, number>()
  /** The last heartbeat of another process and the time since then, by path. */
  let others = new Map<string, { heartbeat: number; elapsed: number }>()
  let polledAt = uptime()

  async function beat(claimed: Entry): Promise<void> {
    const at = uptime()
    if (await spool.writeHeartbeat(claimed)) own.set(fileOf(claimed), at)
    await leases.renew(claimed)
  }

  return {
    /** Must be called before the file is claimed, or a standstill in between would go unnoticed. */
    begin: (claimed: Entry): void => void own.set(fileOf(claimed), uptime()),

    end: (claimed: Entry): void => void own.delete(fileOf(claimed)),

    /** Keeps the file's heartbeat and the lease as long as `act` takes. */
    async during<T>(claimed: Entry, act: () => Promise<T>): Promise<T> {
      let beats = Promise.resolve()
      const timer = setInterval(() => {
        beats = beats.then(() => beat(claimed)).catch(folder.failed)
      }, heartbeatMs)
      timer.unref()
      try {
        return await act()
      } finally {
        clearInterval(timer)
        // The outcome is recorded next, and must be the last change of the lease.
        await beats
      }
    },

    /** Whether no other process can have found this claim free. */
    isSurelyOurs: (claimed: Entry): boolean => uptime() - (own.get(fileOf(claimed)) ?? -Infinity) < surelyOursMs,

    /** Records the heartbeats of other processes. */
    async poll(queue: readonly Entry[]): Promise<void> {
      const sincePoll = Math.min(uptime() - polledAt, longestBetweenPollsMs)
      polledAt = uptime()
      const seen: typeof others = new Map()
      for (const entry of queue) {
        const path = fileOf(entry)
        const heartbeat = entry.state === 'claimed' && !own.has(path) ? await spool.readHeartbeat(entry) : null
        if (heartbeat === null) continue
        const before = others.get(path)
        seen.set(path, { heartbeat, elapsed: before?.heartbeat === heartbeat ? before.elapsed + sincePoll : 0 })
      }
      others = seen
    },

    /** Whether the heartbeat of the process that claimed the entry has stopped for so long that the claim is free. */
    isFree: (entry: Entry): boolean => (others.get(fileOf(entry))?.elapsed ?? 0) >= heartbeatTimeoutMs,
  }
}

export type Claims = ReturnType<typeof createClaims>

/**
 * How long a delivery is remembered: as long as its form may be sent again, and an instance that was away may come back with
 * a copy.
 */
export const rememberedMs = 48 * 3_600_000

/**
 * Which instance delivers a message of which several may hold a copy. `ours`: this one. `theirs`: another one is at it, or
 * has died with it. `delivered`: this copy has been, by a process that died before it could record that; `needless`:
 * another copy has been.
 */
type LeaseState = 'ours' | 'theirs' | 'delivered' | 'needless'

/**
 * A lease for each message, over the outboxes of all instances. A message lies in two of them if one instance kept it and
 * died before it could answer, and the proxy sent it to the next.
 */
export function createDeliveryLeases({ acquire, assign, release }: Pick<Leases, 'acquire' | 'assign' | 'release'>) {
  const nameOf = ({ id, step }: Entry) => `outbox:${step}:${keyIn(id)}`
  // The holder has its attempt's number: the lease of an attempt that died must run out, also for this very copy.
  const attemptOf = ({ attempts, id }: Entry) => `attempt ${attempts} ${id}`
  const deliveredBy = ({ id }: Entry) => `delivered ${id}`
  const perhapsDeliveredBy = ({ id }: Entry) => `perhaps delivered ${id}`

  /** A lease that has run out, and is free, becomes ours again. */
  const isOurs = async (claimed: Entry) =>
    (await acquire(nameOf(claimed), attemptOf(claimed), heartbeatTimeoutMs)) === attemptOf(claimed)

  return {
    /** @param claimed the entry as this process holds it */
    async acquire(claimed: Entry): Promise<LeaseState> {
      const attempt = attemptOf(claimed)
      const holder = await acquire(nameOf(claimed), attempt, heartbeatTimeoutMs)
      if (holder === attempt) return 'ours'
      if (holder === perhapsDeliveredBy(claimed)) {
        await assign(nameOf(claimed), attempt, heartbeatTimeoutMs)
        return 'ours'
      }
      if (holder === deliveredBy(claimed)) return 'delivered'
      return holder.startsWith('delivered ') ? 'needless' : 'theirs'
    },

    /** A lease runs out unless its holder renews it. */
    async renew(claimed: Entry): Promise<void> {
      if (await isOurs(claimed)) await assign(nameOf(claimed), attemptOf(claimed), heartbeatTimeoutMs)
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

export type DeliveryLeases = ReturnType<typeof createDeliveryLeases>
