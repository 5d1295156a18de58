/** A source is asked again after ten minutes, even if it asked for a longer pause. */
const maxPauseSeconds = 600

/**
 * The delay of a `Retry-After` header, in whole seconds from 1 to `maxSeconds`. Null if it is missing or invalid.
 *
 * @param date the same response's `Date` header: a date in `Retry-After` is by that clock, which may differ from ours
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(
  text: string | null,
  date: string | null,
  now: number,
  maxSeconds = maxPauseSeconds,
): number | null {
  const wish = text?.trim() ?? ''
  const sentAt = Date.parse(date ?? '')
  const seconds = /^\d+$/.test(wish)
    ? Number(wish)
    : (parseHttpDate(wish) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000
  return Number.isNaN(seconds) ? null : Math.min(maxSeconds, Math.max(1, Math.ceil(seconds)))
}

/**
 * Parses an HTTP date to milliseconds since 1970, or NaN. `Date.parse` alone accepts many other formats.
 *
 * @see RFC 9110 §5.6.7
 */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
}
