import type { IncomingHttpHeaders } from 'node:http'
import { parseHttpDate } from './http-date.ts'

/** What names the state of what is sent, as its headers say it. */
type State = { etag: string | null; lastModified?: string | null }

/**
 * Whether a client asks for a state that this is not: who puts a download together of parts wants no part of another.
 *
 * @see RFC 9110 §13.1.1 (If-Match, compared strongly), §13.1.4 (If-Unmodified-Since), §13.2.2 (these before all others)
 */
export function isAnotherState(asked: IncomingHttpHeaders, { etag, lastModified = null }: State): boolean {
  const field = asked['if-match']
  if (field !== undefined) {
    const tags = field.split(',').map((tag) => tag.trim())
    return !tags.some((tag) => tag === '*' || (tag === etag && !tag.startsWith('W/')))
  }
  // What is no date is no condition: then this compares with NaN.
  return parseHttpDate(lastModified ?? '') > parseHttpDate(asked['if-unmodified-since'] ?? '')
}
