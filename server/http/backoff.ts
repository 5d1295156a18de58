type Bounds = { firstMs: number; maxMs: number }

/**
 * The delay after a number of failures in a row. It doubles with each failure, up to `maxMs`. A random part of up to half is
 * subtracted, so that calls that failed together are not retried together.
 *
 * @param random from 0 to 1
 * @returns milliseconds
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function backoffMs(failures: number, random: number, { firstMs, maxMs }: Bounds): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(whole * (1 - random / 2))
}
