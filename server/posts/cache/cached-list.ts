import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { backoffMs, extendPause, type Pause, pausedUntil } from '../../http/backoff.ts'
import { defectOf, type Failure, type PostSource } from './source.ts'
import type { SourcePauses } from './source-pauses.ts'
import { makeVersions, versionOf } from './version.ts'

/** How an answer relates to the copy in memory: RFC 9211's `hit`, `fwd=stale` and `fwd=miss`. */
export type Freshness = 'hit' | 'stale' | 'miss'

/** `readAt` is in milliseconds since 1970; equal content has an equal version. */
export type Cached<V> = { kind: 'cached'; value: V; version: string; readAt: number; freshness: Freshness }
export type Unavailable = { kind: 'failed'; retryAfterSeconds: number }
export type ListAnswer = Cached<Post[]> | Unavailable

export type CachedListOptions = {
  source: PostSource
  pauses: SourcePauses
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** How long a list is fresh; 0: every request reads the source. */
  ttlMs: number
  /** How long after that it may be served while it is read again, or cannot be read. */
  staleMs: number
  onFailure: (asked: string, failure: Failure) => void
  /** Called for the first list that is read after a failure. */
  onRecovery: (language: Language) => void
  onRead: (language: Language, posts: Post[], readAt: number) => void
}

const minPauseMs = 1000
const retryBackoff = { firstMs: minPauseMs, maxMs: 10_000 }

/**
 * One language's posts in memory: stale-while-revalidate and stale-if-error (RFC 5861), one read at a time, and a growing pause after
 * failures.
 *
 * @see docs/cache.md
 */
export function createCachedList(language: Language, options: CachedListOptions) {
  const { source, pauses, now, random, ttlMs, staleMs, onFailure, onRecovery, onRead } = options
  let posts: Post[] | null = null
  let version = ''
  let readAt = 0
  let reading: Promise<ListAnswer> | null = null
  /** Whether the posts changed while they were being read: the answer may be older than the change. */
  let changedMeanwhile = false
  let failures = 0
  let lastFailure: Failure | null = null
  let backoff: Pause | null = null

  const retryAt = () => Math.max(pausedUntil(backoff, now()), pauses.pausedUntil('content'))
  const unavailable = (): Unavailable => ({ kind: 'failed', retryAfterSeconds: secondsUntil(retryAt(), now()) })

  /** The copy, as long as it may be served. */
  function peek(): Cached<Post[]> | null {
    if (posts === null) return null
    // The clock was ahead when the list was read, and has been corrected since.
    readAt = Math.min(readAt, now())
    const ageMs = now() - readAt
    if (ageMs >= ttlMs + staleMs) return null
    return { kind: 'cached', value: posts, version, readAt, freshness: ageMs < ttlMs ? 'hit' : 'stale' }
  }

  function read(): Promise<ListAnswer> {
    reading ??= readOnce().finally(() => (reading = null))
    return reading
  }

  async function readOnce(): Promise<ListAnswer> {
    const begun = now()
    const result = await source.readList(language).catch(defectOf)
    if (result.kind === 'read') await makeVersions(result.value)
    const mayBeOld = changedMeanwhile
    changedMeanwhile = false
    if (result.kind === 'failed') {
      recordFailure(result, now() - begun)
      return unavailable()
    }
    if (lastFailure !== null) onRecovery(language)
    ;[failures, lastFailure, backoff] = [0, null, null]
    const value = keep(result.value)
    readAt = mayBeOld ? now() - ttlMs : now()
    onRead(language, value, readAt)
    return { kind: 'cached', value, version, readAt, freshness: 'miss' }
  }

  /** Keeps the same array if no post has changed: what is derived from it is memoised. */
  function keep(value: Post[]): Post[] {
    const newVersion = versionOf(value.map(versionOf))
    if (posts === null || newVersion !== version) [posts, version] = [value, newVersion]
    return posts
  }

  function recordFailure(failure: Failure, tookMs: number): void {
    failures += 1
    lastFailure = failure
    pauses.record(failure, 'content')
    // The time that the call took counts: a Ghost that is back is asked again within ten seconds.
    const pauseMs = backoffMs(failures, random(), retryBackoff) - Math.max(0, tookMs)
    if (ttlMs > 0) backoff = extendPause(null, Math.max(minPauseMs, pauseMs), now())
    onFailure(language, failure)
  }

  return {
    peek,

    /** Why the list could not be read when it was last tried; null if it could. */
    lastFailure: () => lastFailure,

    /** When the source may be called again, in milliseconds since 1970; in the past if it may be now. */
    retryAt,

    /** Answers from memory if the list is fresh or may be served stale, otherwise from the source. Never rejects. */
    async get(): Promise<ListAnswer> {
      const copy = peek()
      if (copy?.freshness === 'hit') return copy
      // After a failure one request tries again; the others do not wait for it.
      const isRetrying = backoff !== null && reading !== null
      if (isRetrying || now() < retryAt()) return copy ?? unavailable()
      const answer = read()
      if (copy && ttlMs > 0) return copy
      const latest = await answer
      return latest.kind === 'failed' ? (copy ?? latest) : latest
    },

    /** Takes the list of an earlier process. It is stale, since this process was not told of changes. */
    restore(stored: Post[], storedAt: number): void {
      if (posts !== null) return
      keep(stored)
      readAt = Math.min(storedAt, now() - ttlMs)
    },

    /** Reads the list again after a change, and serves the old one meanwhile. Never rejects. */
    async refresh(): Promise<void> {
      // A source that reports a change is up.
      ;[failures, backoff] = [0, null]
      readAt = Math.min(readAt, now() - ttlMs)
      if (reading !== null) {
        changedMeanwhile = true
        await reading
      }
      if (now() >= retryAt()) await read()
    },
  }
}

export type CachedList = ReturnType<typeof createCachedList>

/** For `Retry-After`: at least a second. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}
