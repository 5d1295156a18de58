import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import type { Clock } from '../../config/config.ts'
import { backoffMs } from '../../http/backoff.ts'
import { defectOf, type Failure, type PostSource } from './source.ts'
import type { SourcePauses } from './source-pauses.ts'
import { makeVersions, versionOf } from './version.ts'

/** How an answer relates to the copy in memory: RFC 9211's `hit`, `fwd=stale` and `fwd=miss`. */
export type Freshness = 'hit' | 'stale' | 'miss'

/** `readAt` is in milliseconds of `uptime`. Equal content has an equal version. */
export type Cached<V> = { kind: 'cached'; value: V; version: string; readAt: number; freshness: Freshness }
export type Unavailable = { kind: 'failed'; retryAfterSeconds: number }
export type ListAnswer = Cached<Post[]> | Unavailable

export type CachedListOptions = Clock & {
  source: PostSource
  pauses: SourcePauses
  /** From 0 to below 1. */
  random: () => number
  /** How long a list is fresh, in milliseconds; 0: every request reads the source. */
  ttlMs: number
  /** How long after that it may be served stale, in milliseconds: while it is read again, or if it cannot be read. */
  staleMs: number
  onFailure: (asked: string, failure: Failure) => void
  /** Called when a list is read for the first time after a failure. */
  onRecovery: (language: Language) => void
  /** `readAt` is in milliseconds since 1970: lists outlive the process. */
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
  const { source, pauses, now, uptime, random, ttlMs, staleMs, onFailure, onRecovery, onRead } = options
  let posts: Post[] | null = null
  let version = ''
  let readAt = 0
  let reading: Promise<ListAnswer> | null = null
  /** Whether posts changed during the current reading, whose answer may then be older than the change. */
  let changedMeanwhile = false
  let failures = 0
  let lastFailure: Failure | null = null
  /** When the list may be read again after a failure, by `uptime`; null if the last reading did not fail. */
  let backoffUntil: number | null = null

  const retryAt = () => Math.max(backoffUntil ?? 0, pauses.pausedUntil('content'))
  const unavailable = (): Unavailable => ({ kind: 'failed', retryAfterSeconds: secondsUntil(retryAt(), uptime()) })

  /** The copy, as long as it may be served. */
  function peek(): Cached<Post[]> | null {
    if (posts === null) return null
    const ageMs = uptime() - readAt
    if (ageMs >= ttlMs + staleMs) return null
    return { kind: 'cached', value: posts, version, readAt, freshness: ageMs < ttlMs ? 'hit' : 'stale' }
  }

  function read(): Promise<ListAnswer> {
    reading ??= readOnce().finally(() => (reading = null))
    return reading
  }

  async function readOnce(): Promise<ListAnswer> {
    const startedAt = uptime()
    const result = await source.readList(language).catch(defectOf)
    if (result.kind === 'read') await makeVersions(result.value)
    const ageMs = changedMeanwhile ? ttlMs : 0
    changedMeanwhile = false
    if (result.kind === 'failed') {
      recordFailure(result, uptime() - startedAt)
      return unavailable()
    }
    if (lastFailure !== null) onRecovery(language)
    ;[failures, lastFailure, backoffUntil] = [0, null, null]
    const value = keep(result.value)
    readAt = uptime() - ageMs
    onRead(language, value, now() - ageMs)
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
    // The pause begins with the call, so that Ghost is called within ten seconds after it is up again.
    const pauseMs = backoffMs(failures, random(), retryBackoff) - tookMs
    if (ttlMs > 0) backoffUntil = uptime() + Math.max(minPauseMs, pauseMs)
    onFailure(language, failure)
  }

  return {
    peek,

    /** Why the list could not be read when it was last tried; null if it could. */
    lastFailure: () => lastFailure,

    /** When the source may be called again, by `uptime`; in the past if it may be called now. */
    retryAt,

    /** Answers from memory if the list is fresh or may be served stale, otherwise from the source. Never rejects. */
    async get(): Promise<ListAnswer> {
      const copy = peek()
      if (copy?.freshness === 'hit') return copy
      // After a failure, one request tries again. Further requests do not wait for it.
      const isRetrying = backoffUntil !== null && reading !== null
      if (isRetrying || uptime() < retryAt()) return copy ?? unavailable()
      const answer = read()
      if (copy && ttlMs > 0) return copy
      const latest = await answer
      return latest.kind === 'failed' ? (copy ?? latest) : latest
    },

    /** Takes a list that an earlier process read at `storedAt` (milliseconds since 1970). It is stale, since it may have changed. */
    restore(stored: Post[], storedAt: number): void {
      if (posts !== null) return
      keep(stored)
      readAt = uptime() - Math.max(ttlMs, now() - storedAt)
    },

    /** Reads the list again after a change, and serves the old one meanwhile. Never rejects. */
    async refresh(): Promise<void> {
      // A source that reports a change is up.
      ;[failures, backoffUntil] = [0, null]
      readAt = Math.min(readAt, uptime() - ttlMs)
      if (reading !== null) {
        changedMeanwhile = true
        await reading
      }
      if (uptime() >= retryAt()) await read()
    },
  }
}

export type CachedList = ReturnType<typeof createCachedList>

/** For `Retry-After`: at least a second. */
export function secondsUntil(time: number, uptime: number): number {
  return Math.max(1, Math.ceil((time - uptime) / 1000))
}
