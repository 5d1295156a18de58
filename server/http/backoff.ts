/** A time without calls, in milliseconds since 1970. `since` detects a clock that was set back: the pause then ends at once. */
export type Pause = { since: number; until: number }

/** When a pause ends; 0 if there is none or the clock was set back. */
export function pausedUntil(pause: Pause | null, now: number): number {
  return pause === null || now < pause.since ? 0 : pause.until
}

/** A pause of so many milliseconds from now, or the present one if it lasts longer. */
export function extendPause(pause: Pause | null, milliseconds: number, now: number): Pause {
  const until = now + milliseconds
  return pause === null || pausedUntil(pause, now) < until ? { since: now, until } : pause
}

/** The first and the maximum backoff. */
type Bounds = { firstMs: number; maxMs: number }

/**
 * The time to wait after a number of failures in a row: it doubles with each up to a maximum, less up to a half by chance, so that
 * what failed together is not tried together.
 *
 * @param random a number from 0 up to 1
 * @returns milliseconds
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function backoffMs(failures: number, random: number, { firstMs, maxMs }: Bounds): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(whole * (1 - random / 2))
}
