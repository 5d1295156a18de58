import type { Clock } from '../config/config.ts'
import type { Step } from './entry.ts'
import type { Message } from './message.ts'
import { backoffAfter, maxBackoffMs, outageBackoffAfter } from './schedule.ts'

/**
 * The outcome of an attempt. `reason` is for the operator, and contains no secret and no address. `later` concerns either this
 * message alone (greylisting, a rate limit of its sender), or every message to a destination that is down. `afterSeconds` is the
 * delay that the destination asked for. `unanswered`: the destination received the whole message, and may have accepted it.
 */
export type Delivery =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; concerns: 'message' | 'destination'; afterSeconds: number | null }
  | { kind: 'unanswered'; reason: string }

/** Expected failures are values; `signal` ends an attempt that takes too long. */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<Delivery>

export type Route = {
  /** Backoff applies to the whole destination. */
  destination: 'ghost' | 'mail'
  deliver: Deliver
  /** The timeout of a delivery, in milliseconds. */
  maxMs: number
  /** The step after the delivery of a message, or null. */
  followedBy: (message: Message) => Promise<Step | null>
  /** Best effort: not sent again if it may have arrived, and deleted if it is refused. */
  atMostOnce: boolean
}

/** Null if not configured: such messages wait. */
export type Routes = Record<Step, Route | null>

/**
 * A delivery that failed and may succeed later.
 *
 * @param concerns `destination` if other messages would fail too
 * @param afterSeconds the delay that the destination asked for, or null
 */
export function later(reason: string, concerns: 'message' | 'destination', afterSeconds: number | null = null) {
  return { kind: 'later', reason, concerns, afterSeconds } as const
}

const maxConcurrent = 3

/**
 * The running deliveries to one destination, and its backoff after failures. A destination that is down costs one attempt per
 * backoff, however many messages wait.
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

    /** After a failure, only one delivery at a time tries whether the destination works again. */
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
     * @returns when to try the message again if it was not delivered, in milliseconds since 1970
     */
    record(delivery: Delivery, attempts: number): number {
      if (delivery.kind !== 'later') {
        failures = 0
        // Another attempt may send a second copy, so it waits as long as possible.
        return delivery.kind === 'unanswered' ? now() + maxBackoffMs : now()
      }
      const askedMs = Math.min(maxBackoffMs, (delivery.afterSeconds ?? 0) * 1000)
      if (delivery.concerns === 'message') {
        failures = 0
        return now() + Math.max(askedMs, backoffAfter(attempts, random()))
      }
      failures += 1
      backoffUntil = Math.max(backoffUntil, uptime() + Math.max(askedMs, outageBackoffAfter(failures, random())))
      // The message itself may cause the failure, so its own backoff grows too.
      return now() + Math.max(backoffLeft(), outageBackoffAfter(attempts, random()))
    },
  }
}

export type Destination = ReturnType<typeof createDestination>
