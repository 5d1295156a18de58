import { endOf, extended, type Pause } from '../http/backoff.ts'
import type { Delivery } from './delivery.ts'
import { backoffAfter, longestBackoffMs, outageBackoffAfter } from './schedule.ts'

const mostAtOnce = 3

export type Destination = ReturnType<typeof createDestination>

/**
 * The deliveries under way to one destination, and its backoff after failures: a destination that is down costs one attempt
 * a backoff, however many messages wait for it.
 *
 * @param now milliseconds since 1970
 * @param random gives numbers from 0 up to 1
 */
export function createDestination(now: () => number, random: () => number) {
  let running = 0
  let failures = 0
  let backoff: Pause | null = null

  return {
    /** Milliseconds since 1970; in the past if there is no backoff. */
    backoffUntil: () => endOf(backoff, now()),

    /** After a failure, one delivery at a time finds out whether it is up again. */
    hasRoom: () => running < (failures > 0 ? 1 : mostAtOnce),

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
    record(outcome: Delivery, attempts: number): number {
      if (outcome.kind !== 'later') {
        failures = 0
        // Another attempt may bring a second copy.
        return outcome.kind === 'unanswered' ? now() + longestBackoffMs : now()
      }
      const asked = Math.min(longestBackoffMs, (outcome.afterSeconds ?? 0) * 1000)
      if (outcome.concerns === 'message') {
        failures = 0
        return now() + Math.max(asked, backoffAfter(attempts, random()))
      }
      failures += 1
      backoff = extended(backoff, Math.max(asked, outageBackoffAfter(failures, random())), now())
      // The message itself may be what the destination fails at: it is tried ever more rarely.
      return Math.max(backoff.until, now() + outageBackoffAfter(attempts, random()))
    },
  }
}
