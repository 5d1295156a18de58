import { createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'
import { parseJson } from '../../http/json.ts'

/** What the key is for that posts are sealed with, in Redis and on disk. */
export const postsSealPurpose = 'copies of posts'

/**
 * Seals texts that are kept where other programs may write: an HMAC-SHA-256 (RFC 2104), in base64url, as their last line. It covers
 * the name too under which a text is kept, so that none is taken for another.
 *
 * @param key 32 bytes, the same on every instance and after a restart, else what was kept is as good as none
 */
export function createSeal(key: Buffer) {
  // A JSON text says itself where it ends.
  const begin = (name: string) => createHmac('sha256', key).update(JSON.stringify(name))

  /** The text without its seal; null where that is not of this key, of this name and of these very bytes. */
  function opened(name: string, sealed: string): string | null {
    const end = sealed.lastIndexOf('\n')
    const text = sealed.slice(0, Math.max(0, end))
    const expected = Buffer.from(begin(name).update(text).digest('base64url'))
    const given = Buffer.from(sealed.slice(end + 1))
    return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
  }

  return {
    /** The pieces of a text, one after another, and its seal after them. */
    *sealed(name: string, pieces: Iterable<string>): Generator<string, void, undefined> {
      const hmac = begin(name)
      for (const piece of pieces) {
        hmac.update(piece)
        yield piece
      }
      yield `\n${hmac.digest('base64url')}`
    },

    /**
     * What a sealed JSON text holds; null where the seal is wrong, or the shape is. It is the text's own object rather than the
     * schema's: its keys keep their order, from which versions are made.
     */
    parse<T>(name: string, sealed: string, schema: z.ZodType<T>): T | null {
      const text = opened(name, sealed)
      const parsed = text === null ? undefined : parseJson(text)
      return schema.safeParse(parsed).success ? (parsed as T) : null
    },
  }
}

export type Seal = ReturnType<typeof createSeal>
