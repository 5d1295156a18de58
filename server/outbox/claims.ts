import { type Entry, fileOf } from './entry.ts'
import type { FolderHealth } from './folder-health.ts'
import { heartbeatMs, heartbeatTimeoutMs } from './schedule.ts'
import type { Spool } from './spool.ts'

/** If polls are further apart, this process itself has stood still, and has missed the heartbeats in between. */
const longestBetweenPollsMs = 2 * heartbeatMs

/** A process leaves its file alone after so long without a heartbeat of its own; the rest of the timeout is for writing it. */
const surelyOursMs = heartbeatTimeoutMs / 2

type ClaimsOptions = {
  spool: Pick<Spool, 'writeHeartbeat' | 'readHeartbeat'>
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
export function createClaims({ spool, folder, uptime }: ClaimsOptions) {
  /** When this process wrote its last heartbeat, by path. */
  const own = new Map<string, number>()
  /** The last heartbeat of another process and the time since then, by path. */
  let others = new Map<string, { heartbeat: number; elapsed: number }>()
  let polledAt = uptime()

  async function beat(claimed: Entry): Promise<void> {
    const at = uptime()
    if (await spool.writeHeartbeat(claimed)) own.set(fileOf(claimed), at)
  }

  return {
    /** Must be called before the file is claimed, or a standstill in between would go unnoticed. */
    begin: (claimed: Entry): void => void own.set(fileOf(claimed), uptime()),

    end: (claimed: Entry): void => void own.delete(fileOf(claimed)),

    /** Keeps the file's heartbeat as long as `act` takes. */
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
