import { endOf, extended, type Pause } from '../http/backoff.ts'

/** Until when a source as a whole wants to be left alone: it refused the key, or asked for fewer calls. */
export type SourcePause = {
  /** Milliseconds since 1970; in the past where there is no pause. */
  until: () => number
  extend: (seconds: number) => void
}

/** @param now milliseconds since 1970 */
export function createSourcePause(now: () => number): SourcePause {
  let pause: Pause | null = null
  return {
    until: () => endOf(pause, now()),
    extend(seconds) {
      pause = extended(pause, seconds * 1000, now())
    },
  }
}
