import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Post } from '../../../shared/post.ts'

/** In UTF-16 code units of HTML, which take one or two milliseconds. */
const batchSize = 256 * 1024

const known = new WeakMap<object, string>()

/** The version of a value, in 16 characters: the same for the same content in every process. Memoised by object. */
export function versionOf(value: object): string {
  const version =
    known.get(value) ?? createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
  known.set(value, version)
  return version
}

/** Computes the versions of a list's posts in advance, in batches between which requests are answered. */
export async function makeVersions(posts: readonly Post[]): Promise<void> {
  let length = 0
  for (const post of posts) {
    if (!known.has(post)) length += post.html.length
    versionOf(post)
    if (length < batchSize) continue
    length = 0
    await setImmediate()
  }
}
