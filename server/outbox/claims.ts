import { type Entry, fileOf } from './entry.ts'
import type { DeliveryLeases } from './delivery-lease.ts'
import type { FolderHealth } from './folder-health.ts'
import { signMs, silentMs } from './schedule.ts'
import type { Spool } from './spool.ts'

/** If polls are further apart, this process itself has stood still, and has missed the signs in between. */
const longestBetweenPollsMs = 2 * signMs

/** After so long without a sign of its own, a process leaves the file alone; the rest of the silence is for writing it. */
const surelyOursMs = silentMs / 2

export type ClaimsOptions = {
  spool: Pick<Spool, 'giveSign' | 'signOf'>
  leases: Pick<DeliveryLeases, 'renew'>
  folder: Pick<FolderHealth, 'failed'>
  /** Milliseconds since any instant; never set back. */
  uptime: () => number
}

/**
 * The claims of this process and of others. The owner of a claim gives a sign of life again and again: it sets the time of
 * the claimed file. Other processes see whether that time changes, by their own clocks alone, so nothing depends on process
 * ids, names of machines or clocks that agree. A claim without a sign for `silentMs` is free
 * (docs/decisions/012-outbox-of-files.md).
 */
export function createClaims({ spool, leases, folder, uptime }: ClaimsOptions) {
  /** By path, when this process gave its last sign. */
  const own = new Map<string, number>()
  /** By path, the last sign of another process, and the silence since then. */
  let others = new Map<string, { sign: number; silence: number }>()
  let polledAt = uptime()

  async function giveSign(claimed: Entry): Promise<void> {
    const at = uptime()
    if (await spool.giveSign(claimed)) own.set(fileOf(claimed), at)
    await leases.renew(claimed)
  }

  return {
    /** To be called before the file is claimed, or a standstill in between would go unnoticed. */
    begin: (claimed: Entry): void => void own.set(fileOf(claimed), uptime()),

    end: (claimed: Entry): void => void own.delete(fileOf(claimed)),

    /** Gives signs of life as long as `act` takes, for the file and for the lease. */
    async during<T>(claimed: Entry, act: () => Promise<T>): Promise<T> {
      let signs = Promise.resolve()
      const timer = setInterval(() => {
        signs = signs.then(() => giveSign(claimed)).catch(folder.failed)
      }, signMs)
      timer.unref()
      try {
        return await act()
      } finally {
        clearInterval(timer)
        // The outcome is recorded next, and must be the last change of the lease.
        await signs
      }
    },

    /** Whether no other process can have found this claim free. */
    isSurelyOurs: (claimed: Entry): boolean => uptime() - (own.get(fileOf(claimed)) ?? -Infinity) < surelyOursMs,

    /** Records the signs of other processes. */
    async poll(queue: readonly Entry[]): Promise<void> {
      const elapsed = Math.min(uptime() - polledAt, longestBetweenPollsMs)
      polledAt = uptime()
      const seen: typeof others = new Map()
      for (const entry of queue) {
        const path = fileOf(entry)
        const sign = entry.state === 'claimed' && !own.has(path) ? await spool.signOf(entry) : null
        if (sign === null) continue
        const before = others.get(path)
        seen.set(path, { sign, silence: before?.sign === sign ? before.silence + elapsed : 0 })
      }
      others = seen
    },

    /** Whether the process that claimed the entry has been silent for so long that the claim is free. */
    isFree: (entry: Entry): boolean => (others.get(fileOf(entry))?.silence ?? 0) >= silentMs,
  }
}

export type Claims = ReturnType<typeof createClaims>
