import { LRUCache } from 'lru-cache'
import type { Guard, Rejected } from '../ghost/guard.ts'
import { defectOf, type Failure } from '../source.ts'
import type { SharedEntries } from './shared-entries.ts'
import { createSingleFlight } from './single-flight.ts'
import type { Entries, CacheEntry } from './store.ts'

/** How an answer relates to the entry in memory: RFC 9211's `hit`, `fwd=stale` and `fwd=miss`. */
export type Freshness = 'hit' | 'stale' | 'miss'

/** `readAt` is in milliseconds since 1970. */
export type Cached<V> = { kind: 'cached'; value: V; version: string; readAt: number; freshness: Freshness }

export type CacheAnswer<V> =
  Cached<V> | { kind: 'absent'; freshness: Freshness } | { kind: 'failed'; retryAfterSeconds: number }

export type RevalidationOptions<V> = {
  /** Asks the source for a key; `value: null` is an absent one. */
  read: (key: string) => Promise<{ kind: 'read'; value: V | null } | Failure | Rejected>
  entries: Entries<V>
  guard: Pick<Guard, 'suspendedUntil' | 'hasFailed'>
  /** Milliseconds since 1970. */
  now: () => number
  /** How long an entry is fresh; 0: every request asks the source. */
  ttlMs: number
  /** How long after that an entry may still be served, while it is refreshed or while the source fails. */
  staleMs: number
  /** How many absent keys are remembered. */
  maxAbsent: number
  /** The entries of all instances, behind those of this one; null: this instance reads for itself alone. */
  shared: SharedEntries<V> | null
  /** Is called for what was read and is kept. */
  onRead?: (key: string, value: V, readAt: number) => void
  onFailure: (key: string, failure: Failure) => void
}

/**
 * Answers from entries of a source that may be slow, down or wrong: fresh ones, stale-while-revalidate, stale-if-error (RFC 5861),
 * single flight, and a bounded negative cache.
 *
 * @see docs/decisions/004-own-posts-cache.md
 */
export function createRevalidation<V>(options: RevalidationOptions<V>) {
  const { read, entries, guard, now, ttlMs, staleMs, maxAbsent, shared, onRead, onFailure } = options
  /** When a key was found absent. Apart from the entries, so that a flood of invented keys pushes out none of them. */
  const absent = new LRUCache<string, number>({ max: maxAbsent })
  const calls = createSingleFlight<CacheAnswer<V>>()
  const loads = createSingleFlight<void>()
  /** Keys that were expired while they were read: what comes may be of before the change. */
  const invalidated = new Set<string>()

  function failed(key: string): CacheAnswer<V> {
    const seconds = Math.ceil((guard.suspendedUntil(key) - now()) / 1000)
    return { kind: 'failed', retryAfterSeconds: Math.max(1, seconds) }
  }

  function cached({ value, version, readAt }: CacheEntry<V>, freshness: Freshness): Cached<V> {
    return { kind: 'cached', value, version, readAt, freshness }
  }

  function makeStale(entry: CacheEntry<V> | undefined): void {
    if (entry) entry.readAt = Math.min(entry.readAt, now() - ttlMs)
  }

  /** The entry that may still be served. */
  function peek(key: string): Cached<V> | null {
    const entry = entries.get(key)
    if (entry === undefined) return null
    // It was read before the clock was set back.
    if (entry.readAt > now()) makeStale(entry)
    const age = now() - entry.readAt
    return age < ttlMs + staleMs ? cached(entry, age < ttlMs ? 'hit' : 'stale') : null
  }

  /** The answer for which no call is needed. */
  function fresh(key: string): CacheAnswer<V> | null {
    const known = peek(key)
    if (known) return known.freshness === 'hit' && !entries.get(key)?.listedOnly ? known : null
    const age = now() - (absent.get(key) ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < ttlMs ? { kind: 'absent', freshness: 'hit' } : null
  }

  /** Asks the source, once for all that wait for the key; other instances before it, unless they have just been asked. */
  function revalidate(key: string, others: 'first' | 'asked' = 'first'): Promise<CacheAnswer<V>> {
    return calls.run(key, () => ask(key, others).finally(() => invalidated.delete(key)))
  }

  async function ask(key: string, others: 'first' | 'asked'): Promise<CacheAnswer<V>> {
    if (shared && ttlMs > 0 && others === 'first') {
      await load(key, shared)
      const found = fresh(key)
      if (found) return found
    }
    const writeThrough = shared?.prepareWrite()
    const reading = await read(key).catch(defectOf)
    if (reading.kind === 'failed') onFailure(key, reading)
    if (reading.kind !== 'read') return failed(key)
    const { value } = reading
    const isCurrent = !invalidated.has(key)
    const readAt = isCurrent ? now() : now() - ttlMs
    if (value === null) {
      entries.delete(key)
      absent.set(key, readAt)
    } else {
      absent.delete(key)
      entries.set(key, value, readAt, 'source')
      onRead?.(key, value, readAt)
    }
    if (isCurrent) writeThrough?.(key, { value, readAt }, value === null ? ttlMs : ttlMs + staleMs)
    const entry = entries.get(key)
    return entry ? cached(entry, 'miss') : { kind: 'absent', freshness: 'miss' }
  }

  /** Merges what other instances have read of a key, where it is newer; once for all that wait. */
  function load(key: string, { read }: SharedEntries<V>): Promise<void> {
    return loads.run(key, async () => {
      const found = await read(key)
      if (found === null) return
      const { value } = found.entry
      // Clocks differ: nothing was read in the future.
      const readAt = Math.min(found.entry.readAt, now() - (found.isCurrent ? 0 : ttlMs))
      if (value !== null) entries.set(key, value, readAt, 'stored')
      else if (now() - readAt < ttlMs) {
        entries.delete(key)
        absent.set(key, readAt)
      }
    })
  }

  return {
    /** The entry that may still be served, without a call. */
    peek,

    /** Looks for an entry that other instances have read, without asking the source. */
    async load(key: string): Promise<void> {
      if (shared && peek(key) === null) await load(key, shared)
    },

    /** Makes an entry stale after a change, and forgets that the key was absent. */
    expire(key: string): void {
      if (calls.has(key)) invalidated.add(key)
      absent.delete(key)
      makeStale(entries.get(key))
    },

    /** The same for every key. */
    expireAll(): void {
      for (const key of calls.keys()) invalidated.add(key)
      absent.clear()
      for (const entry of entries.all()) makeStale(entry)
    },

    /** Reads an expired key anew, while the entry of before is served; it stays where the source fails or must not be asked. */
    async refresh(key: string): Promise<void> {
      // A call that began before the change was known does not say what is there after it.
      if (invalidated.has(key)) await calls.get(key)?.catch(() => {})
      if (now() >= guard.suspendedUntil(key)) await revalidate(key)
    },

    /** The answer for a key; it never rejects because of the source, or of how it is read. */
    async get(key: string): Promise<CacheAnswer<V>> {
      if (shared && fresh(key) === null && peek(key) === null) await load(key, shared)
      const answer = fresh(key)
      if (answer) return answer
      const known = peek(key)
      // After a failure one request finds out whether it is over; the others do not wait for it.
      const isBeingTried = guard.hasFailed(key) && calls.has(key)
      if (isBeingTried || now() < guard.suspendedUntil(key)) return known ?? failed(key)
      if (known && ttlMs > 0 && !entries.get(key)?.listedOnly) {
        revalidate(key).catch((error: unknown) => onFailure(key, defectOf(error)))
        return known
      }
      const asked = await revalidate(key, 'asked')
      return asked.kind === 'failed' ? (known ?? asked) : asked
    },
  }
}
