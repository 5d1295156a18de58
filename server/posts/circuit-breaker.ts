import { endOf, extended, type Pause } from '../http/backoff.ts'
import type { Failure } from './reading.ts'

/** `resting`: it asked to be left alone. `until` is in milliseconds since 1970, `failures` how often it was found failing. */
export type CircuitState =
  | { kind: 'closed' }
  | { kind: 'resting'; until: number }
  | { kind: 'open'; until: number; failures: number; why: string }
  | { kind: 'half-open'; failures: number; why: string }

/** A call that was not made. */
export const turnedAway = { kind: 'turned away' } as const

export type CircuitBreakerOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** False where every request is to ask the source: then it is left alone only where it asks for that itself. */
  opens: boolean
  onOpen: (why: string) => void
  onClose: () => void
}

/** One article that the source stumbles over says nothing of the source; two names without an answer in between do. */
const namesToOpen = 2

const leastPauseMs = 1000
const mostPauseMs = 10_000

/**
 * How long what has failed so often is left alone, in milliseconds: from a second on, up to a bound that doubles each time
 * and ends at ten seconds; by chance between the two, so that instances do not come back all at once. What the call that
 * failed took counts towards it: two calls begin ten seconds apart at most, unless one takes longer.
 *
 * @param tookMs how long that call took
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function growingPause(failures: number, random: () => number, tookMs: number): number {
  const bound = Math.min(mostPauseMs, leastPauseMs * 2 ** (failures - 1))
  return Math.max(leastPauseMs, leastPauseMs + random() * (bound - leastPauseMs) - Math.max(0, tookMs))
}

/**
 * Spares a source that fails as a whole: after that it gets one call a pause, and the pauses grow. Any answer closes the
 * circuit, a refusal too: whoever refuses lives.
 *
 * @see https://martinfowler.com/bliki/CircuitBreaker.html
 * @see docs/decisions/019-a-sick-ghost.md
 */
export function createCircuitBreaker({ now, random, opens, onOpen, onClose }: CircuitBreakerOptions) {
  const failing = new Set<string>()
  let open: { pause: Pause; failures: number; why: string } | null = null
  /** The one call that may find out whether it is over. */
  let probe: symbol | null = null
  let resting: Pause | null = null

  function allows(): boolean {
    return now() >= endOf(resting, now()) && (open === null || (now() >= endOf(open.pause, now()) && probe === null))
  }

  function close(): void {
    failing.clear()
    if (open === null) return
    open = null
    onClose()
  }

  function failed(name: string, why: string, isProbe: boolean, tookMs: number): void {
    failing.add(name)
    // What was under way when the circuit opened has nothing new to tell.
    if (open !== null && !isProbe) return
    if (!opens || (open === null && failing.size < namesToOpen)) return
    const failures = (open?.failures ?? 0) + 1
    if (open === null) onOpen(why)
    open = { pause: extended(null, growingPause(failures, random, tookMs), now()), failures, why }
  }

  return {
    /** Whether a call would be made now. */
    allows,

    /**
     * Makes a call, unless the source is to be left alone.
     *
     * @param name what is asked for; calls of the same name are one voice
     */
    async through<R extends { kind: 'read' }>(
      name: string,
      call: () => Promise<R | Failure>,
    ): Promise<R | Failure | typeof turnedAway> {
      if (!allows()) return turnedAway
      const self = Symbol(name)
      if (open !== null) probe = self
      const begun = now()
      try {
        const reading = await call()
        const why = reading.kind === 'failed' && reading.fault === 'source' ? reading : null
        if (why?.pauseSeconds) resting = extended(resting, why.pauseSeconds * 1000, now())
        if (why) failed(name, why.type, probe === self, now() - begun)
        else close()
        return reading
      } finally {
        if (probe === self) probe = null
      }
    },

    /** When a call may be made again, in milliseconds since 1970; in the past where it may be made now. */
    until(): number {
      const restingUntil = endOf(resting, now())
      if (open === null) return restingUntil
      const openUntil = endOf(open.pause, now())
      return Math.max(restingUntil, now() < openUntil || probe === null ? openUntil : now() + leastPauseMs)
    },

    /** It has given a sign of life: it is tried at once, unless it asked to be left alone. */
    revive: close,

    state(): CircuitState {
      const restingUntil = endOf(resting, now())
      if (now() < restingUntil) return { kind: 'resting', until: restingUntil }
      if (open === null) return { kind: 'closed' }
      const { pause, failures, why } = open
      const until = endOf(pause, now())
      return now() < until ? { kind: 'open', until, failures, why } : { kind: 'half-open', failures, why }
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** What an operator reads in `/readyz`. */
export function remarksOn(state: CircuitState): string[] {
  const at = (instant: number) => new Date(instant).toISOString()
  switch (state.kind) {
    case 'closed':
      return []
    case 'resting':
      return [
        `posts: the source asked to be left alone until ${at(state.until)}, copies are served where there are any`,
      ]
    case 'open':
      return [
        `posts: the source is failing (${state.why}) and left alone until ${at(state.until)}, copies are served where there are any`,
      ]
    case 'half-open':
      return [
        `posts: the source was failing (${state.why}), the next call tells, copies are served where there are any`,
      ]
  }
}
