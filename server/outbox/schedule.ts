import { backoffMs } from '../http/backoff.ts'
import type { Entry } from './entry.ts'

/** The longest time between two attempts at one message, in milliseconds. */
export const maxBackoffMs = 3_600_000
/** The longest time without an attempt at a destination that is down. */
const maxOutageBackoffMs = 300_000
const minBackoffMs = 5000

/** The due time of a message during its delivery. If the process dies, it is due at the next start. */
export const underWay = 1

export function isUnderWay({ state, dueAt }: Entry): boolean {
  return state === 'waiting' && dueAt === underWay
}

/** The backoff of a message, in milliseconds: 5 s, 10 s, 20 s … 1 h, less a random part of up to half. */
export function backoffAfter(attempts: number, random: number): number {
  return backoffMs(attempts, random, { firstMs: minBackoffMs, maxMs: maxBackoffMs })
}

/** The same for a destination as a whole, after a number of failed deliveries in a row: at most 5 min. */
export function outageBackoffAfter(failures: number, random: number): number {
  return backoffMs(failures, random, { firstMs: minBackoffMs, maxMs: maxOutageBackoffMs })
}

/** Whether an entry is due. A time beyond any backoff comes from a wrong clock, and counts as now. */
export function isDue({ dueAt }: Entry, now: number): boolean {
  return dueAt <= now || dueAt > now + 2 * maxBackoffMs
}

/** Whether an entry waits longer than its own backoff and its destination's can explain. */
export function isBeyondBackoff({ state, dueAt, attempts }: Entry, now: number): boolean {
  return state === 'waiting' && dueAt - now > Math.max(maxOutageBackoffMs, backoffAfter(attempts, 0))
}

/** Set by the operator's `retry`. Such entries are tried even during the backoff of their destination. */
export const dueImmediately = 0
