import type { PurgeConfig } from '../config/config.ts'
import { backoffMs } from '../http/backoff.ts'
import type { Log } from '../runtime/log.ts'
import { outsideTraces } from '../runtime/trace.ts'
import type { Leases } from '../redis/leases.ts'
import type { SharedSet } from '../redis/shared-set.ts'
import type { Purge } from './purge.ts'
import type { Tag } from './tags.ts'

export type PurgeQueueOptions = {
  engine: PurgeConfig['engine']
  purge: Purge
  /** The tags that all instances wait for; null: this instance purges for itself. */
  shared: SharedSet | null
  leases: Pick<Leases, 'acquire' | 'release'>
  /** The name of this instance: another one's lease is not its own. */
  holder: string
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** From 0 to 1. */
  random: () => number
  log: Pick<Log, 'info' | 'warn'>
}

/** Changes come in groups; and pages being made of earlier posts are sent meanwhile, so that the purge catches them. */
const gatheringMs = 200
/** How often an instance looks whether another one is through. */
const othersMs = 250
const leaseName = 'edge purge'
/** The lease of an instance that dies ends after so long: longer than a purge of some calls. */
const leaseMs = 60_000
const backoffBounds = { firstMs: 1000, longestMs: 60_000 }

/** The outcome of one attempt. `theirs`: another instance is at it. */
type Attempt = { kind: 'done' | 'theirs' } | { kind: 'failed'; retryAfterMs: number | null }

/**
 * Tells the edge which tags are stale: gathered, once for all instances, again until it is taken. No page waits for it.
 *
 * Each instance adds what it has seen change: of two purges the second is after the last instance has served the old page.
 *
 * @see docs/decisions/044-the-edge-is-told.md
 */
export function createPurgeQueue(options: PurgeQueueOptions) {
  const { engine, purge, shared, leases, holder, now, wait, random, log } = options
  /** The tags that this instance alone knows of: the shared set has the others, or Redis is away. */
  const pending = new Set<Tag>()
  /** Tags came after the last attempt had begun: the shared set may have them already. */
  let isAdded = false
  let waitingSince: number | null = null
  let failure: string | null = null
  let running: Promise<void> | null = null

  /** At once: the instance that purges next does it for all, also for one that has died. */
  async function share(tags: readonly Tag[]): Promise<void> {
    if (shared !== null && (await shared.put(tags))) for (const tag of tags) pending.delete(tag)
  }

  async function run(): Promise<void> {
    await wait(gatheringMs)
    for (let failures = 0; ;) {
      const attempt = await tryOnce()
      if (attempt.kind === 'done' && pending.size === 0 && !isAdded) return
      failures = attempt.kind === 'failed' ? failures + 1 : 0
      const ownMs = backoffMs(failures, random(), backoffBounds)
      await wait(attempt.kind === 'failed' ? (attempt.retryAfterMs ?? ownMs) : othersMs)
    }
  }

  async function tryOnce(): Promise<Attempt> {
    isAdded = false
    const own = [...pending]
    pending.clear()
    const isShared = shared !== null && (await shared.put(own))
    if ((await leases.acquire(leaseName, holder, leaseMs)) !== holder) {
      if (!isShared) for (const tag of own) pending.add(tag)
      return { kind: 'theirs' }
    }
    try {
      const taken = isShared ? await shared.take() : null
      const tags = taken ?? own
      const outcome = tags.length === 0 ? ({ kind: 'purged' } as const) : await purge(tags)
      if (outcome.kind === 'failed') {
        // Redis may have lost them by the next attempt.
        for (const tag of tags) pending.add(tag)
        reportFailure(outcome.why)
        return outcome
      }
      if (taken !== null) await shared?.finish()
      reportSuccess(tags.length)
      return { kind: 'done' }
    } finally {
      await leases.release(leaseName)
    }
  }

  function reportFailure(why: string): void {
    if (failure === null) log.warn({ engine, why }, 'edge: a purge has failed, it is tried again')
    failure = why
  }

  function reportSuccess(tags: number): void {
    if (failure !== null) log.info({ engine }, 'edge: purges are taken again')
    failure = null
    waitingSince = pending.size === 0 && !isAdded ? null : now()
    if (tags > 0) log.info({ engine, tags }, 'edge: purged')
  }

  function resume(): void {
    running ??= outsideTraces(run).finally(() => {
      running = null
    })
  }

  return {
    add(tags: readonly Tag[]): void {
      isAdded = true
      for (const tag of tags) pending.add(tag)
      waitingSince ??= now()
      void share(tags)
      resume()
    },

    /** Purges the tags that an ended instance has left in Redis. */
    resume,

    /** Resolves once nothing waits any more, which may take as long as the edge is away. */
    idle: (): Promise<void> => running ?? Promise.resolve(),

    /** For how long the oldest tag has been waiting, in seconds; 0 where none does. */
    waitingSeconds: (): number => (waitingSince === null ? 0 : Math.max(0, now() - waitingSince) / 1000),

    /** A line of `/readyz`. */
    diagnostics: (): string[] => [
      failure === null ? 'edge: ok' : `edge: ${engine} takes no purge (${failure}), it shows pages of before`,
    ],
  }
}
