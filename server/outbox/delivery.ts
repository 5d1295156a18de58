import type { Message } from './message.ts'
import type { Step } from './entry.ts'

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

/** How one step is delivered. */
export type Route = {
  /** Is down or up as a whole. */
  destination: 'ghost' | 'mail'
  deliver: Deliver
  /** A delivery that takes longer is given up, in milliseconds. */
  longestMs: number
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

/**
 * Replaces e-mail addresses in another server's answer, which ends in the log. Word by word: a pattern with the `@` in its
 * middle would start anew at each letter of a long word without one.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
}
