/** In seconds: a source is asked again after ten minutes, even if it asked for more. */
const maxPause = 600

/**
 * The wait that `Retry-After` asks for, in whole seconds from 1 to `maxSeconds`; null where it is absent or neither a number nor
 * a date.
 *
 * @param date the same answer's `Date`: a date is a wish by that clock, which need not agree with ours
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(
  text: string | null,
  date: string | null,
  now: number,
  maxSeconds = maxPause,
): number | null {
  const wish = text?.trim() ?? ''
  const sentAt = Date.parse(date ?? '')
  const seconds = /^\d+$/.test(wish)
    ? Number(wish)
    : (parseHttpDate(wish) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000
  return Number.isNaN(seconds) ? null : Math.min(maxSeconds, Math.max(1, Math.ceil(seconds)))
}

/**
 * Milliseconds since 1970; NaN unless it is a date of HTTP: JavaScript takes many other texts for dates.
 *
 * @see RFC 9110 §5.6.7
 */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
}
