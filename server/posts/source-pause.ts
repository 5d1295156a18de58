/** Until when a source as a whole wants to be left alone: it refused the key, or asked for fewer calls. */
export type SourcePause = {
  /** Milliseconds since 1970; in the past where there is no pause. */
  until: () => number
  extend: (seconds: number) => void
}

/** @param now milliseconds since 1970 */
export function createSourcePause(now: () => number): SourcePause {
  let until = 0
  return {
    until: () => until,
    extend(seconds) {
      // A shorter wish does not undo a longer one.
      until = Math.max(until, now() + seconds * 1000)
    },
  }
}
