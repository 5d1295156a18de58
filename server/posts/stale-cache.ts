import { LRUCache } from 'lru-cache'
import type { Guard, Rejected } from './guard.ts'
import { defectOf, type Failure } from './reading.ts'
import type { SharedCopies, SharedCopy } from './shared-copies.ts'
import { versionInTurns } from './version.ts'

/** How an answer relates to the copy held: RFC 9211's `hit`, `fwd=stale` and `fwd=miss`. */
export type Freshness = 'hit' | 'stale' | 'miss'

export type Answer<V> =
  | { kind: 'held'; value: V; version: string; freshness: Freshness }
  | { kind: 'absent'; freshness: Freshness }
  | { kind: 'failed'; retryAfterSeconds: number }

export type StaleCacheOptions<V> = {
  /** Milliseconds since 1970. */
  now: () => number
  /** How long a copy is fresh; 0: every request asks the source. */
  ttlMs: number
  /** How long after that a copy may still be served, while it is refreshed or while the source fails. */
  staleMs: number
  maxEntries: number
  /** Shared by everything that asks the same source. */
  guard: Guard
  onFailure: (key: string, failure: Failure) => void
  /** Whether something newer says that a copy which is not fresh is no longer true: the source is asked before it is served. */
  isDoubtful?: (key: string) => boolean
  /** The copies of all instances, behind those of this one. */
  shared?: SharedCopies<V> | null
}

type Copy<V> = { value: V; version: string; readAt: number }

type Reading<V> = { kind: 'read'; value: V | null } | Failure | Rejected

/**
 * A bounded cache in front of a source that may be slow, down or wrong: fresh copies, stale-while-revalidate,
 * stale-if-error (RFC 5861), single flight, and brief memory of what is absent or failing.
 *
 * @param read asks the source for a key; `value: null` is an absent one
 * @see docs/decisions/004-own-posts-cache.md
 */
export function createStaleCache<V extends object>(
  read: (key: string) => Promise<Reading<V>>,
  options: StaleCacheOptions<V>,
) {
  const { now, ttlMs, staleMs, maxEntries, guard, onFailure, shared = null } = options
  const { isDoubtful = () => false } = options
  const copies = new LRUCache<string, Copy<V>>({ max: maxEntries })
  // Apart from the copies: a flood of invented keys must not push real ones out.
  const absences = new LRUCache<string, number>({ max: maxEntries })
  const flights = new Map<string, Promise<Answer<V>>>()
  const lookups = new Map<string, Promise<void>>()
  /** Keys that were expired while they were being read: what is read may be what was there before. */
  const overtaken = new Set<string>()

  /** Asks the source, once for all who wait for the same key; before it the other instances, where they are `asked`. */
  function fly(key: string, others: 'asked' | 'known' = 'asked'): Promise<Answer<V>> {
    const underWay = flights.get(key)
    if (underWay) return underWay
    const flight = ask(key, others).finally(() => {
      flights.delete(key)
      overtaken.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  /** Nobody waits for this one: an error that is no outcome must not become an unhandled rejection. */
  function refreshInBackground(key: string): void {
    fly(key).catch((error: unknown) => onFailure(key, defectOf(error)))
  }

  async function ask(key: string, others: 'asked' | 'known'): Promise<Answer<V>> {
    if (shared?.isLive && ttlMs > 0 && others === 'asked') {
      await lookUp(key, shared)
      const found = fresh(key)
      if (found) return found
    }
    const keep = shared?.begin()
    const reading = await read(key).catch(defectOf)
    if (reading.kind === 'failed') onFailure(key, reading)
    if (reading.kind !== 'read') return { kind: 'failed', retryAfterSeconds: secondsUntil(guard.suspendedUntil(key)) }
    const version = reading.value === null ? '' : await versionInTurns(reading.value)
    const readAt = overtaken.has(key) ? now() - ttlMs : now()
    if (reading.value === null) {
      copies.delete(key)
      absences.set(key, readAt)
      if (!overtaken.has(key)) keep?.(key, { value: null, version, readAt }, ttlMs)
      return { kind: 'absent', freshness: 'miss' }
    }
    absences.delete(key)
    const copy = { value: reading.value, version, readAt }
    copies.set(key, copy)
    if (!overtaken.has(key)) keep?.(key, copy, ttlMs + staleMs)
    return { kind: 'held', value: copy.value, version: copy.version, freshness: 'miss' }
  }

  /** Takes over what another instance, or an earlier process, has read of a key, where it is news; once for all who wait. */
  function lookUp(key: string, { read }: SharedCopies<V>): Promise<void> {
    const underWay = lookups.get(key)
    if (underWay) return underWay
    const lookup = read(key)
      .then((found) => {
        if (found) adopt(key, found.copy, found.current)
      })
      .finally(() => lookups.delete(key))
    lookups.set(key, lookup)
    return lookup
  }

  function adopt(key: string, { value, version, readAt: readThere }: SharedCopy<V>, current: boolean): void {
    // Clocks differ: nothing was read in the future.
    const readAt = Math.min(readThere, now() - (current ? 0 : ttlMs))
    const held = copyOf(key)
    if (value === null) {
      if (now() - readAt >= ttlMs) return
      copies.delete(key)
      absences.set(key, readAt)
    } else if (held === undefined || held.readAt < readAt) {
      absences.delete(key)
      copies.set(key, { value, version, readAt })
    }
  }

  /** A copy that says it was read later than now comes from before the clock was set back: it is a stale one from now on. */
  function copyOf(key: string): Copy<V> | undefined {
    const copy = copies.get(key)
    if (copy && copy.readAt > now()) copy.readAt = now() - ttlMs
    return copy
  }

  /** The copy that may still be served, without asking anybody. */
  function held(key: string): Answer<V> | null {
    const copy = copyOf(key)
    if (copy === undefined) return null
    const age = now() - copy.readAt
    if (age >= ttlMs + staleMs) return null
    return { kind: 'held', value: copy.value, version: copy.version, freshness: age < ttlMs ? 'hit' : 'stale' }
  }

  /** A copy or an absence for which nobody has to be asked. */
  function fresh(key: string): Answer<V> | null {
    const copy = held(key)
    if (copy) return copy.kind === 'held' && copy.freshness === 'hit' ? copy : null
    const age = now() - (absences.get(key) ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < ttlMs ? { kind: 'absent', freshness: 'hit' } : null
  }

  /** What this instance can answer by itself; a stale copy is refreshed behind the answer. */
  function fromMemory(key: string): Answer<V> | null {
    const answer = fresh(key)
    if (answer) return answer
    const copy = held(key)
    const paused = now() < guard.suspendedUntil(key)
    if (copy === null || (!paused && (ttlMs === 0 || isDoubtful(key)))) return null
    if (!paused) refreshInBackground(key)
    return copy
  }

  /** A copy becomes a stale one, no older than that; what was absent is asked for again. */
  function expire(key: string): void {
    if (flights.has(key)) overtaken.add(key)
    absences.delete(key)
    const copy = copies.peek(key)
    if (copy) copy.readAt = Math.min(copy.readAt, now() - ttlMs)
  }

  function secondsUntil(instant: number): number {
    return Math.max(1, Math.ceil((instant - now()) / 1000))
  }

  return {
    /** The keys of which there is a copy, or one on its way. */
    keys: (): string[] => [...new Set([...copies.keys(), ...flights.keys()])],

    expire,

    /** For a source that has changed as a whole. */
    expireAll(): void {
      for (const key of [...copies.keys(), ...absences.keys(), ...flights.keys()]) expire(key)
    },

    /**
     * Reads an expired key anew, while the copy of before is served as a stale one; it stays where the source fails. A
     * source that wants to be left alone is: whoever asks after that has the copy refreshed.
     *
     * @returns whether it could be read
     */
    async refresh(key: string): Promise<boolean> {
      const underWay = flights.get(key)
      // It began before the change was known: its answer is not the last word, and its defect not ours.
      if (underWay && overtaken.has(key)) await underWay.catch(() => {})
      return now() >= guard.suspendedUntil(key) && (await fly(key)).kind !== 'failed'
    },

    held,

    /** Looks for a copy where those of before or of others are kept, without asking the source. */
    async recall(key: string): Promise<void> {
      if (shared && held(key) === null) await lookUp(key, shared)
    },

    /** When a copy that is known to be held was read, likewise in milliseconds since 1970: at every request, so without looking again. */
    heldSince: (key: string): number => copies.peek(key)?.readAt ?? 0,

    /** When the copy that may still be served was read, in milliseconds since 1970; null where there is none. */
    readAt: (key: string): number | null => (held(key) === null ? null : (copies.peek(key)?.readAt ?? null)),

    /** The answer for a key; it never rejects because of the source, or of how it is read. */
    async get(key: string): Promise<Answer<V>> {
      const known = fromMemory(key)
      if (known) return known
      if (shared && held(key) === null) {
        await lookUp(key, shared)
        const found = fromMemory(key)
        if (found) return found
      }
      // After a failure only the request that has it read again waits for the outcome; others get the stale copy, or the failure.
      const isBeingTried = guard.isInDoubt(key) && flights.has(key)
      const stale = held(key)
      if (isBeingTried || now() < guard.suspendedUntil(key)) {
        return stale ?? { kind: 'failed', retryAfterSeconds: secondsUntil(guard.suspendedUntil(key)) }
      }
      const answer = await fly(key, 'known')
      return answer.kind === 'failed' ? (stale ?? answer) : answer
    },
  }
}
