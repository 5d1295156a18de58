import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sanitise } from './sanitise.ts'

/**
 * Characters of HTML that are kept, of all posts together. Those of the posts that are held anyway take no more room, and a
 * bound below the length of a list would keep nothing at all: each post would push out the one that is asked for next.
 */
const mostCharacters = 200_000_000

/** A list is read again every minute and its posts hardly ever change: what was made of the same HTML is not made anew. */
export function rememberSanitised(sanitise: Sanitise): Sanitise {
  const made = new LRUCache<string, string>({
    maxSize: mostCharacters,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  return (html, language) => {
    const key = language + createHash('sha256').update(html).digest('base64')
    const known = made.get(key)
    if (known !== undefined) return known
    const safe = sanitise(html, language)
    made.set(key, safe)
    return safe
  }
}
