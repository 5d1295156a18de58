import type { IncomingHttpHeaders } from 'node:http'
import { parseHttpDate } from './retry-after.ts'

/** The state of a response, by its own headers. */
type State = { etag: string | null; lastModified?: string | null }

/**
 * Whether a client asks for another state than this: a download in parts must not mix two.
 *
 * @see RFC 9110 §13.1.1 (If-Match, compared strongly), §13.1.4 (If-Unmodified-Since), §13.2.2 (these before all others)
 */
export function isAnotherState(asked: IncomingHttpHeaders, { etag, lastModified = null }: State): boolean {
  const field = asked['if-match']
  if (field !== undefined) {
    const tags = field.split(',').map((tag) => tag.trim())
    return !tags.some((tag) => tag === '*' || (tag === etag && !tag.startsWith('W/')))
  }
  // An invalid date is no condition: it is NaN, which compares as false.
  return parseHttpDate(lastModified ?? '') > parseHttpDate(asked['if-unmodified-since'] ?? '')
}
