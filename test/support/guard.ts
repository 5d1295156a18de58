import { createGuard, type Guard } from '../../server/posts/source/guard.ts'

/** A guard by this clock, in milliseconds since 1970, whose chance is always the longest backoff. */
export function guardBy(now: () => number, backsOff = true): Guard {
  return createGuard({ now, random: () => 1, backsOff, timeoutMs: 60_000, onOpen: () => {}, onClose: () => {} })
}
