/**
 * Milliseconds since 1970; NaN for what is no date of HTTP, of the many texts that JavaScript takes for dates.
 *
 * @see RFC 9110 §5.6.7
 */
export function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
}
