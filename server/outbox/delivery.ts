import type { Message } from './message.ts'
import type { Step } from './entry.ts'

/**
 * What became of an attempt to deliver. `reason` is for the operator: no secret, no address. `later` concerns this
 * message alone (greylisting, a rate limit on its sender) or everything that goes to the same destination (it is down);
 * `afterSeconds`: what the destination itself asked for. `unanswered`: it was given everything and has not said what became of
 * it; perhaps it has arrived.
 */
export type Delivery =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; concerns: 'message' | 'destination'; afterSeconds: number | null }
  | { kind: 'unanswered'; reason: string }

/** Expected failures are values; `signal` ends an attempt that takes too long. */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<Delivery>

/** How one kind of step is done. */
export type Route = {
  /** What is down or up as a whole. */
  destination: 'ghost' | 'mail'
  deliver: Deliver
  /** A delivery that takes longer is given up, in milliseconds. */
  longestMs: number
  /** The step that follows the delivery of a message; null: none. */
  followedBy: (message: Message) => Promise<Step | null>
  /** A courtesy: where it is not known whether it arrived, it is not sent again; refused, it is forgotten. */
  atMostOnce: boolean
}

/** Null: not configured; such messages wait. */
export type Routes = Record<Step, Route | null>

/**
 * A delivery that failed and may succeed later.
 *
 * @param concerns whether other messages would fare as this one
 * @param afterSeconds what the other side asked for; null where it did not say
 */
export function later(reason: string, concerns: 'message' | 'destination', afterSeconds: number | null = null) {
  return { kind: 'later', reason, concerns, afterSeconds } as const
}

/**
 * An e-mail address in another server's answer would end in the log. Word by word: a pattern with the `@` in its middle begins
 * anew at each letter of a long word that has none.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
}
