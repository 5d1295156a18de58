/**
 * For how long something is left alone, in milliseconds since 1970. It knows its beginning: a clock that is earlier than that has
 * been set back since, and then the pause is over, or it would last for as long as the clock had been ahead.
 */
export type Pause = { since: number; until: number }

/** When a pause ends; 0 where there is none or the clock has been set back. */
export function endOf(pause: Pause | null, now: number): number {
  return pause === null || now < pause.since ? 0 : pause.until
}

/** A pause of so many milliseconds from now on, or the one that there is where that lasts longer. */
export function extended(pause: Pause | null, milliseconds: number, now: number): Pause {
  const until = now + milliseconds
  return pause === null || endOf(pause, now) < until ? { since: now, until } : pause
}

/** The shortest and the longest backoff, in milliseconds. */
type Bounds = { firstMs: number; longestMs: number }

/**
 * The time to wait after a number of failures in a row: it doubles with each up to a longest, less up to a half by chance, so that
 * what failed together is not tried together.
 *
 * @param random a number from 0 up to 1
 * @returns milliseconds
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function backoffMs(failures: number, random: number, { firstMs, longestMs }: Bounds): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(whole * (1 - random / 2))
}
