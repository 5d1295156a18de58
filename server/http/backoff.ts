/**
 * For how long something is left alone, in milliseconds since 1970. It knows its beginning: a clock that is earlier than that has
 * been set back since, and then the pause is over, or it would last for as long as the clock had been ahead.
 */
export type Pause = { since: number; until: number }

/** When it ends; in the past, 0, where there is none or the clock has been set back. */
export function endOf(pause: Pause | null, now: number): number {
  return pause === null || now < pause.since ? 0 : pause.until
}

/** A pause of so many milliseconds from now on, or the one that there is where that lasts longer. */
export function extended(pause: Pause | null, milliseconds: number, now: number): Pause {
  const until = now + milliseconds
  return pause === null || endOf(pause, now) < until ? { since: now, until } : pause
}
