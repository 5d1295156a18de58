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
