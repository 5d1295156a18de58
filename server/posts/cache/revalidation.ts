import { LRUCache } from 'lru-cache'
import type { Guard, Rejected } from './guard.ts'
import { defectOf, type Failure, type Reading } from './source.ts'
import { createSingleFlight } from './single-flight.ts'
import type { Entries, CacheEntry } from './store.ts'

/** How an answer relates to the entry in memory: RFC 9211's `hit`, `fwd=stale` and `fwd=miss`. */
export type Freshness = 'hit' | 'stale' | 'miss'

/** `readAt` is in milliseconds since 1970. */
export type Cached<V> = { kind: 'cached'; value: V; version: string; readAt: number; freshness: Freshness }

type Absent = { kind: 'absent'; freshness: Freshness }
type Failed = { kind: 'failed'; retryAfterSeconds: number }

export type CacheAnswer<V> = Cached<V> | Absent | Failed

/** The rules for everything that is read from one source. */
export type RevalidationRules = {
  guard: Pick<Guard, 'suspendedUntil' | 'hasFailed'>
  /** Milliseconds since 1970. */
  now: () => number
  /** How long an entry is fresh; 0: every request asks the source. */
  ttlMs: number
  /** How long after that an entry may still be served, while it is refreshed or while the source fails. */
  staleMs: number
  /** How many absent keys are remembered. */
  maxAbsent: number
  onFailure: (key: string, failure: Failure) => void
}

export type RevalidationOptions<V, K> = {
  /** Asks the source for a key; `value: null` is an absent one. */
  read: (key: K) => Promise<Reading<V | null> | Rejected>
  entries: Entries<V, K>
  /** Is called for a value that is kept. */
  onRead?: (key: K, value: V, readAt: number) => void
}

/** The state of a key at one moment; times are in milliseconds since 1970. */
type Known<V> = Pick<RevalidationRules, 'ttlMs' | 'staleMs'> & {
  entry: CacheEntry<V> | undefined
  /** When the key was found absent. */
  absentAt: number | undefined
  /** When the source may be asked for it again. */
  suspendedUntil: number
  now: number
}

/** The entry, as long as it need not be read again. An article that a list alone has told of is asked for by itself once. */
function fresh<V>({ entry, now, ttlMs }: Known<V>): Cached<V> | null {
  return entry !== undefined && !entry.listedOnly && now - entry.readAt < ttlMs ? cached(entry, 'hit') : null
}

/** The entry, as long as it may be served while it is read again, or cannot be. */
function stale<V>({ entry, now, ttlMs, staleMs }: Known<V>): Cached<V> | null {
  if (entry === undefined) return null
  const ageMs = now - entry.readAt
  return ageMs < ttlMs + staleMs ? cached(entry, ageMs < ttlMs ? 'hit' : 'stale') : null
}

/** The answer for a key that was found absent, for as long as an entry would be fresh. */
function absent<V>(known: Known<V>): Absent | null {
  const { absentAt, now, ttlMs } = known
  if (absentAt === undefined || stale(known) !== null) return null
  return now >= absentAt && now - absentAt < ttlMs ? { kind: 'absent', freshness: 'hit' } : null
}

/** The answer where nothing may be served, and the source cannot be read. */
function failed<V>({ suspendedUntil, now }: Known<V>): Failed {
  return { kind: 'failed', retryAfterSeconds: Math.max(1, Math.ceil((suspendedUntil - now) / 1000)) }
}

function cached<V>({ value, version, readAt }: CacheEntry<V>, freshness: Freshness): Cached<V> {
  return { kind: 'cached', value, version, readAt, freshness }
}

/**
 * Answers from entries of a source that may be slow, down or wrong: fresh ones, stale-while-revalidate, stale-if-error (RFC 5861),
 * single flight, and a bounded negative cache.
 *
 * @see docs/decisions/004-own-posts-cache.md
 */
export function createRevalidation<V, K extends string>(
  rules: RevalidationRules,
  { read, entries, onRead }: RevalidationOptions<V, K>,
) {
  const { guard, now, ttlMs, staleMs, maxAbsent, onFailure } = rules
  /** When a key was found absent. Apart from the entries, so that a flood of invented keys pushes out none of them. */
  const absences = new LRUCache<string, number>({ max: maxAbsent })
  const calls = createSingleFlight<CacheAnswer<V>>()
  /** Keys that expired while they were read: the answer may date from before the change. */
  const invalidated = new Set<string>()

  function knownOf(key: K): Known<V> {
    const [entry, absentAt, suspendedUntil] = [entries.get(key), absences.get(key), guard.suspendedUntil(key)]
    return { entry, absentAt, suspendedUntil, now: now(), ttlMs, staleMs }
  }

  function makeStale(entry: CacheEntry<V> | undefined): void {
    if (entry) entry.readAt = Math.min(entry.readAt, now() - ttlMs)
  }

  /** Reads a key of the source, once for all that wait for it. */
  function revalidate(key: K): Promise<CacheAnswer<V>> {
    return calls.run(key, async () => {
      const reading = await read(key).catch(defectOf)
      const isCurrent = !invalidated.delete(key)
      if (reading.kind === 'failed') onFailure(key, reading)
      if (reading.kind !== 'read') return failed(knownOf(key))
      keep(key, reading.value, isCurrent ? now() : now() - ttlMs)
      const entry = entries.get(key)
      return entry ? cached(entry, 'miss') : { kind: 'absent', freshness: 'miss' }
    })
  }

  function keep(key: K, value: V | null, readAt: number): void {
    if (value === null) {
      // A list that was read later has it.
      if ((entries.get(key)?.readAt ?? -Infinity) > readAt) return
      entries.delete(key)
      absences.set(key, readAt)
    } else {
      absences.delete(key)
      entries.set(key, value, readAt, 'source')
      onRead?.(key, value, readAt)
    }
  }

  return {
    /** The entry that may still be served, without a call. */
    peek: (key: K): Cached<V> | null => stale(knownOf(key)),

    /** Makes an entry stale after a change, and forgets that the key was absent. */
    expire(key: K): void {
      if (calls.has(key)) invalidated.add(key)
      absences.delete(key)
      makeStale(entries.get(key))
    },

    /** The same for every key. */
    expireAll(): void {
      for (const key of calls.keys()) invalidated.add(key)
      absences.clear()
      for (const entry of entries.all()) makeStale(entry)
    },

    /** Reads an expired key anew, while the entry of before is served; it stays where the source fails or must not be asked. */
    async refresh(key: K): Promise<void> {
      // A call that began before the change was known says nothing of the time after it.
      if (invalidated.has(key)) await calls.get(key)?.catch(() => {})
      if (now() >= guard.suspendedUntil(key)) await revalidate(key)
    },

    /** The answer for a key; it never rejects because of the source, or of how it is read. */
    async get(key: K): Promise<CacheAnswer<V>> {
      const known = knownOf(key)
      const answer = fresh(known) ?? absent(known)
      if (answer) return answer
      const copy = stale(known)
      // After a failure one request finds out whether it is over; the others do not wait for it.
      const isBeingTried = guard.hasFailed(key) && calls.has(key)
      if (isBeingTried || known.now < known.suspendedUntil) return copy ?? failed(known)
      if (copy && ttlMs > 0 && !known.entry?.listedOnly) {
        revalidate(key).catch((error: unknown) => onFailure(key, defectOf(error)))
        return copy
      }
      const reading = await revalidate(key)
      return reading.kind === 'failed' ? (copy ?? reading) : reading
    },
  }
}
