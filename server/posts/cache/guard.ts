import { LRUCache } from 'lru-cache'
import { backoffMs, extendPause, type Pause, pausedUntil } from '../../http/backoff.ts'
import { createConcurrencyLimit } from '../../runtime/concurrency-limit.ts'
import { type Failure, publicReason, type Reading } from './source.ts'

/** The source's state, by its last calls. `until` is in milliseconds since 1970. */
export type SourceState =
  | { kind: 'closed' }
  | { kind: 'rate limited'; until: number }
  | { kind: 'open'; until: number; why: string }
  | { kind: 'half-open'; why: string }

/** A call that was not made, and when it may be, in milliseconds since 1970. */
export type Rejected = { kind: 'rejected'; until: number }

/** The Content API and the Admin API have a key each; a refused one stops the calls to its API. */
export type ApiKey = 'content' | 'admin'

export type GuardOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** False where every request asks the source: only the source's own `Retry-After` and a refused key then stop calls. */
  backsOff: boolean
  /** A call that waits longer than this for its turn is rejected, in milliseconds. */
  timeoutMs: number
  onOpen: (why: string) => void
  onClose: () => void
}

/** The state of a name whose last call failed. `attempts` counts the failures that its backoff grows with. */
type Trouble = { failure: Failure; attempts: number; backoff: Pause | null }

/** A flood of invented slugs becomes a queue of this length, and no longer. */
const callsAtOnce = 8
const callsWaiting = 200
/** A single failing article says nothing about the source; two names without an answer in between do. */
const namesToOpen = 2
const namesRemembered = 1000
const leastBackoffMs = 1000
const backoffBounds = { firstMs: leastBackoffMs, maxMs: 10_000 }

/**
 * Answers whether the source may be asked, and makes the calls: a circuit breaker for a source that fails as a whole, a backoff for
 * each name that fails alone, the source's own `Retry-After`, a pause after a refused key, and a bound for calls at once.
 * Any answer closes the circuit, a refusal too.
 *
 * @see https://martinfowler.com/bliki/CircuitBreaker.html
 * @see docs/decisions/019-a-sick-ghost.md
 */
export function createGuard({ now, random, backsOff, timeoutMs, onOpen, onClose }: GuardOptions) {
  const limited = createConcurrencyLimit(callsAtOnce, callsWaiting, timeoutMs)
  const troubles = new LRUCache<string, Trouble>({ max: namesRemembered })
  /** Names that failed with no answer in between. */
  const unanswered = new Set<string>()
  const keyPauses = new Map<ApiKey, Pause>()
  let rateLimit: Pause | null = null
  let open: { backoff: Pause; failures: number; why: string } | null = null
  /** The one call that may find out whether an open circuit's source answers again. */
  let probe: symbol | null = null

  /** The failed call's own time counts towards it: two calls begin ten seconds apart at most, unless one takes longer. */
  function pauseAfter(failures: number, tookMs: number): number {
    return Math.max(leastBackoffMs, backoffMs(failures, random(), backoffBounds) - Math.max(0, tookMs))
  }

  function openUntil(): number {
    if (open === null) return 0
    const until = pausedUntil(open.backoff, now())
    return now() < until || probe === null ? until : now() + leastBackoffMs
  }

  /** When the source may be asked for a name, in milliseconds since 1970; in the past where it may be now. */
  function suspendedUntil(name: string, key: ApiKey = 'content'): number {
    const pauses = [rateLimit, keyPauses.get(key), troubles.get(name)?.backoff]
    return Math.max(openUntil(), ...pauses.map((pause) => pausedUntil(pause ?? null, now())))
  }

  function close(): void {
    unanswered.clear()
    if (open === null) return
    open = null
    onClose()
  }

  function countFailure(name: string, failure: Failure, isProbe: boolean, tookMs: number): void {
    // A call that was under way when the circuit opened says nothing new.
    if (!backsOff || (open !== null && !isProbe)) return
    unanswered.add(name)
    if (open === null && unanswered.size < namesToOpen) return
    const failures = (open?.failures ?? 0) + 1
    if (open === null) onOpen(failure.type)
    const why = publicReason(failure)
    open = { backoff: extendPause(null, pauseAfter(failures, tookMs), now()), failures, why }
  }

  function record(name: string, key: ApiKey, failure: Failure, isProbe: boolean, tookMs: number): void {
    const attempts = backsOff ? (troubles.get(name)?.attempts ?? 0) + 1 : 0
    const backoff = backsOff ? extendPause(null, pauseAfter(attempts, tookMs), now()) : null
    troubles.set(name, { failure, attempts, backoff })
    const pauseMs = (failure.retryAfterSeconds ?? 0) * 1000
    if (failure.fault === 'source') {
      if (pauseMs > 0) rateLimit = extendPause(rateLimit, pauseMs, now())
      countFailure(name, failure, isProbe, tookMs)
    } else {
      if (pauseMs > 0) keyPauses.set(key, extendPause(keyPauses.get(key) ?? null, pauseMs, now()))
      if (failure.fault !== 'program') close()
    }
  }

  /** Makes a call, unless it is suspended; calls for the same name count once. */
  async function call<V>(
    name: string,
    run: () => Promise<Reading<V>>,
    key: ApiKey = 'content',
  ): Promise<Reading<V> | Rejected> {
    const until = suspendedUntil(name, key)
    if (now() < until) return { kind: 'rejected', until }
    const self = Symbol(name)
    if (open !== null) probe = self
    const begun = now()
    try {
      const reading = await run()
      if (reading.kind === 'failed') record(name, key, reading, probe === self, now() - begun)
      else {
        troubles.delete(name)
        close()
      }
      return reading
    } finally {
      if (probe === self) probe = null
    }
  }

  return {
    call,

    /** Makes a call after the calls before it: a few run at once. */
    async callInTurn<V>(name: string, run: () => Promise<Reading<V>>, key?: ApiKey): Promise<Reading<V> | Rejected> {
      return (await limited(() => call(name, run, key))) ?? { kind: 'rejected', until: now() + leastBackoffMs }
    },

    suspendedUntil,

    /** After a sign of life: the source is asked at once for any name, unless it sent a `Retry-After` or refused the key. */
    reset(): void {
      close()
      for (const trouble of troubles.values()) Object.assign(trouble, { attempts: 0, backoff: null })
    },

    /** Whether a name has failed, and has not been read since: one call then finds out, and no crowd waits for it. */
    hasFailed: (name: string): boolean => (troubles.get(name)?.attempts ?? 0) > 0,

    /** Why a name could not be read when it was asked for last; null where it could. */
    lastFailure: (name: string): Failure | null => troubles.get(name)?.failure ?? null,

    state(): SourceState {
      const limitedUntil = pausedUntil(rateLimit, now())
      if (now() < limitedUntil) return { kind: 'rate limited', until: limitedUntil }
      if (open === null) return { kind: 'closed' }
      const { backoff, why } = open
      const until = pausedUntil(backoff, now())
      return now() < until ? { kind: 'open', until, why } : { kind: 'half-open', why }
    },
  }
}

export type Guard = ReturnType<typeof createGuard>

/** The source's line in `/readyz`; nothing while the source is well. */
export function diagnosticsOf(state: SourceState): string[] {
  return state.kind === 'closed' ? [] : [`posts: the source ${inWords(state)}, copies are served where there are any`]
}

function inWords(state: Exclude<SourceState, { kind: 'closed' }>): string {
  switch (state.kind) {
    case 'rate limited':
      return `asked to be left alone until ${new Date(state.until).toISOString()}`
    case 'open':
      return `is failing (${state.why}) and left alone until ${new Date(state.until).toISOString()}`
    case 'half-open':
      return `was failing (${state.why}), the next call tells`
  }
}
