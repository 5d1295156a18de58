import { type Entry, pathOf } from './entry.ts'
import type { FolderState } from './folder-state.ts'
import { signMs, silentMs } from './schedule.ts'
import type { Spool } from './spool.ts'
import type { Turns } from './turns.ts'

/** Between two looks that are further apart, this process itself has stood still, and has missed what signs there were. */
const longestBetweenLooksMs = 2 * signMs

/** After so long without one of its own signs, a process leaves the file alone; the rest of the silence is for writing it. */
const surelyOursMs = silentMs / 2

export type ClaimsOptions = {
  spool: Pick<Spool, 'giveSign' | 'signOf'>
  turns: Pick<Turns, 'renew'>
  folder: Pick<FolderState, 'failed'>
  /** Milliseconds since any instant; never set back. */
  uptime: () => number
}

/**
 * Who is at what. The owner of a claim gives a sign of life again and again: it sets the time of the claimed file. The
 * others see whether that time changes, by their own clocks alone, so nothing depends on process ids, names of machines or
 * clocks that agree; where it has not changed for `silentMs`, the claim is free (docs/decisions/012-outbox-of-files.md).
 */
export function createClaims({ spool, turns, folder, uptime }: ClaimsOptions) {
  /** By path, when this process gave its last sign. */
  const own = new Map<string, number>()
  /** By path, the last sign of another process, and for how long there was none after it. */
  let others = new Map<string, { sign: number; silence: number }>()
  let lookedAt = uptime()

  async function giveSign(claimed: Entry): Promise<void> {
    const at = uptime()
    if (await spool.giveSign(claimed)) own.set(pathOf(claimed), at)
    await turns.renew(claimed)
  }

  return {
    /** To be told before the file is claimed, or a pause in between would go unnoticed. */
    begin: (claimed: Entry): void => void own.set(pathOf(claimed), uptime()),

    end: (claimed: Entry): void => void own.delete(pathOf(claimed)),

    /** Gives signs of life as long as `act` takes, for the file and for the turn. */
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
        // What is said of the turn next must be the last word.
        await signs
      }
    },

    /** Whether no other process can have taken for free what this one holds. */
    isSurelyOurs: (claimed: Entry): boolean => uptime() - (own.get(pathOf(claimed)) ?? -Infinity) < surelyOursMs,

    /** Takes note of the others' signs. */
    async look(queue: readonly Entry[]): Promise<void> {
      const elapsed = Math.min(uptime() - lookedAt, longestBetweenLooksMs)
      lookedAt = uptime()
      const seen: typeof others = new Map()
      for (const entry of queue) {
        const path = pathOf(entry)
        const sign = entry.state === 'claimed' && !own.has(path) ? await spool.signOf(entry) : null
        if (sign === null) continue
        const before = others.get(path)
        seen.set(path, { sign, silence: before?.sign === sign ? before.silence + elapsed : 0 })
      }
      others = seen
    },

    /** Whether the process that claimed it has been silent for so long that the claim is free. */
    isFree: (entry: Entry): boolean => (others.get(pathOf(entry))?.silence ?? 0) >= silentMs,
  }
}

export type Claims = ReturnType<typeof createClaims>
