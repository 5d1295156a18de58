import type { Entry } from './entry.ts'

/** The longest time between two attempts at one message, in milliseconds. */
export const longestPauseMs = 3_600_000
/** The longest time that a destination which is down is left alone. */
const longestOutagePauseMs = 300_000
const shortestPauseMs = 5000

/** How far apart the clocks may be of machines that share a folder. */
const clocksDifferMs = 30_000

/** How often a process says that it is at what it has claimed, in milliseconds. */
export const signMs = 5000
/** What has given no sign for so long is dead, or has stood still for so long that its messages are another's. */
export const silentMs = 30_000

/** How long a claim lasts at most, whatever signs its owner gives: no delivery takes so long. */
export function claimMsFor(longestDeliveryMs: number): number {
  return longestDeliveryMs + clocksDifferMs
}

/** How long a copy waits while another instance delivers the same message: mostly it is needless then. */
export const copyPauseMs = 10_000

/**
 * How long to wait after a number of attempts that failed: 5 s, 10 s, 20 s … 1 h, less up to a half by chance, so that
 * what failed together is not tried together.
 *
 * @param random a number from 0 up to 1
 * @returns milliseconds
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function pauseAfter(attempts: number, random: number, longestMs = longestPauseMs): number {
  const whole = Math.min(longestMs, shortestPauseMs * 2 ** Math.min(attempts - 1, 30))
  return Math.round(whole * (1 - random / 2))
}

/** The same for a destination as a whole, with the number of deliveries in a row that it made fail: at most 5 min. */
export function outagePauseAfter(failures: number, random: number): number {
  return pauseAfter(failures, random, longestOutagePauseMs)
}

/** Whether it is an entry's turn. One that is due later than can be comes from a clock that was wrong: now, then. */
export function isDue({ dueAt }: Entry, now: number): boolean {
  return dueAt <= now || dueAt > now + 2 * longestPauseMs
}

/** Set by the operator's `retry`: such an entry is tried even at a destination that is being left alone. */
export const atOnce = 0
