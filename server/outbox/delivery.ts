import type { Clock } from '../config/config.ts'
import type { Step } from './entry.ts'
import type { Message } from './message.ts'
import { backoffAfter, maxBackoffMs, outageBackoffAfter } from './schedule.ts'

/**
 * The outcome of an attempt to deliver. `reason` is for the operator: no secret, no address. `later` concerns this message
 * alone (greylisting, a rate limit on its sender) or everything that goes to the same destination (it is down);
 * `afterSeconds`: what the destination itself asked for. `unanswered`: the destination has the whole message and has not
 * answered; perhaps it has arrived.
 */
export type Delivery =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; concerns: 'message' | 'destination'; afterSeconds: number | null }
  | { kind: 'unanswered'; reason: string }

/** Expected failures are values; `signal` ends an attempt that takes too long. */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<Delivery>

export type Route = {
  /** Is down or up as a whole. */
  destination: 'ghost' | 'mail'
  deliver: Deliver
  /** A delivery that takes longer is given up, in milliseconds. */
  maxMs: number
  /** The step that follows the delivery of a message; null: none. */
  followedBy: (message: Message) => Promise<Step | null>
  /** Best effort: if it may have arrived, it is not sent again; if it is refused, it is forgotten. */
  atMostOnce: boolean
}

/** Null: not configured; such messages wait. */
export type Routes = Record<Step, Route | null>

/**
 * A delivery that failed and may succeed later.
 *
 * @param concerns `destination` if other messages would fail too
 * @param afterSeconds what the other side asked for; null if it did not say
 */
export function later(reason: string, concerns: 'message' | 'destination', afterSeconds: number | null = null) {
  return { kind: 'later', reason, concerns, afterSeconds } as const
}

const maxConcurrent = 3

/**
 * The deliveries under way to one destination, and its backoff after failures: a destination that is down costs one attempt
 * a backoff, however many messages wait for it.
 *
 * @param random gives numbers from 0 up to 1
 */
export function createDestination({ now, uptime }: Clock, random: () => number) {
  let running = 0
  let failures = 0
  let backoffUntil = 0
  const backoffLeft = () => Math.max(0, backoffUntil - uptime())

  return {
    /** Milliseconds until the backoff ends; 0 without one. */
    backoffLeft,

    /** Only one delivery at a time finds out, after a failure, whether it is up again. */
    hasRoom: () => running < (failures > 0 ? 1 : maxConcurrent),

    /** Whether no delivery has succeeded since the last failure. */
    isFailing: () => failures > 0,

    begin() {
      running += 1
    },

    end() {
      running -= 1
    },

    /**
     * Records the outcome of an attempt.
     *
     * @param attempts how often this message has been tried by now
     * @returns milliseconds since 1970: when to try the message again, were it not delivered
     */
    record(delivery: Delivery, attempts: number): number {
      if (delivery.kind !== 'later') {
        failures = 0
        // Another attempt may bring a second copy.
        return delivery.kind === 'unanswered' ? now() + maxBackoffMs : now()
      }
      const askedMs = Math.min(maxBackoffMs, (delivery.afterSeconds ?? 0) * 1000)
      if (delivery.concerns === 'message') {
        failures = 0
        return now() + Math.max(askedMs, backoffAfter(attempts, random()))
      }
      failures += 1
      backoffUntil = Math.max(backoffUntil, uptime() + Math.max(askedMs, outageBackoffAfter(failures, random())))
      // The destination may fail at the message itself: it is tried ever more rarely.
      return now() + Math.max(backoffLeft(), outageBackoffAfter(attempts, random()))
    },
  }
}

export type Destination = ReturnType<typeof createDestination>
