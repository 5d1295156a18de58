import type { ServerResponse } from 'node:http'

/** A head as Node has written it once, in two parts: what differs from request to request, the identifier, stands between them. */
export type WrittenHead = {
  before: string
  after: string
  /** Seconds since 1970: it says the date. */
  second: number
}

/**
 * Where Node keeps a head's text until the body comes. Not documented, though it has that name and meaning since the first
 * versions, and Express's own packages look at it: where it is no text, nothing is ever repeated.
 */
type Kept = { _header?: unknown }

const identifier = 'X-Request-Id'

/**
 * Writes the head of a 200. Node checks and joins every header of every answer, which takes it as long as all the rest: so
 * what it wrote for these very headers is written again for a second, with the identifier of this request.
 *
 * @param headers in turn name and value, without the identifier
 * @param requestId without a line's end, or anything else that a header may not hold: nobody checks it again
 * @param second seconds since 1970
 * @param last what this function returned for the same headers before, or null
 * @see docs/decisions/025-heads-written-again.md
 */
export function writeHead(
  res: ServerResponse,
  headers: string[],
  requestId: string,
  second: number,
  last: WrittenHead | null,
): WrittenHead | null {
  // A connection that ends with this answer says so in its head, and so does whoever has set a header.
  const isLikeOthers = res.shouldKeepAlive && res.getHeaderNames().length === 0
  if (last?.second === second && isLikeOthers) {
    ;(res as Kept)._header = `${last.before}${requestId}${last.after}`
    return last
  }
  res.writeHead(200, [...headers, identifier, requestId])
  return isLikeOthers ? cut((res as Kept)._header, requestId, second) : last
}

function cut(head: unknown, requestId: string, second: number): WrittenHead | null {
  if (typeof head !== 'string') return null
  const start = `\r\n${identifier}: `
  const at = head.indexOf(`${start}${requestId}\r\n`) + start.length
  if (at < start.length) return null
  return { before: head.slice(0, at), after: head.slice(at + requestId.length), second }
}
