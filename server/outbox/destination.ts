import { endOf, extended, type Pause } from '../http/backoff.ts'
import type { Delivery } from './delivery.ts'
import { longestPauseMs, outagePauseAfter, pauseAfter } from './schedule.ts'

/** How many deliveries to one destination run at once. */
const mostAtOnce = 3

export type Destination = ReturnType<typeof createDestination>

/**
 * How one destination fares: how many deliveries are under way there, and until when it is left alone after failures. A
 * destination that is down costs one attempt a pause, however many messages wait for it.
 *
 * @param random gives numbers from 0 up to 1
 */
export function createDestination(now: () => number, random: () => number) {
  let running = 0
  let failures = 0
  let pause: Pause | null = null

  return {
    /** Milliseconds since 1970; in the past where there is no pause. */
    pausedUntil: () => endOf(pause, now()),

    /** While nobody knows whether it is up again, one delivery at a time finds out. */
    hasRoom: () => running < (failures > 0 ? 1 : mostAtOnce),

    /** Whether nothing has come through since it failed last. */
    isFailing: () => failures > 0,

    begin() {
      running += 1
    },

    end() {
      running -= 1
    },

    /**
     * Takes note of how an attempt ended.
     *
     * @param attempts how often this message has been tried by now
     * @returns milliseconds since 1970: when to try the message again, were it not delivered
     */
    note(outcome: Delivery, attempts: number): number {
      if (outcome.kind !== 'later') {
        failures = 0
        // What has perhaps arrived is a second copy the next time.
        return outcome.kind === 'unanswered' ? now() + longestPauseMs : now()
      }
      const asked = Math.min(longestPauseMs, (outcome.afterSeconds ?? 0) * 1000)
      if (outcome.concerns === 'message') {
        failures = 0
        return now() + Math.max(asked, pauseAfter(attempts, random()))
      }
      failures += 1
      pause = extended(pause, Math.max(asked, outagePauseAfter(failures, random())), now())
      // A message that itself is what the destination stumbles over is tried ever more rarely.
      return Math.max(pause.until, now() + outagePauseAfter(attempts, random()))
    },
  }
}
