import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { codeOf } from '../../runtime/writable-folder.ts'
import { parseJson } from '../../http/json.ts'
import type { Log } from '../../runtime/log.ts'
import { storedFormat, storedPost } from './stored-post.ts'
import { versionOf } from './version.ts'

/** Where texts outlive the process, by name: a folder, or Redis. */
export type SnapshotPlace = {
  /** Null: there is none, or it does not come in time. */
  read(name: string): Promise<string | null>
  /** False where it is not kept, and the place itself says why; rejects where the place cannot be written to. */
  write(name: string, text: string): Promise<boolean>
}

export type Snapshot = ReturnType<typeof createSnapshot>

export type SnapshotOptions = {
  place: SnapshotPlace
  /** Names whatever else posts depend on: two sites that share a place do not meet. */
  identity: string
  /** Signs what is written: other programs can write to the place, and could else have the site show anything. */
  key: Buffer
  /** Limit of one language's list; a larger one does not outlive the process. */
  maxBytes: number
  /** For how long a list may be served after it was read, in milliseconds. */
  lifeMs: number
  log: Log
}

const storedList = z.object({ readAt: z.number(), posts: z.array(storedPost) })
type StoredList = z.infer<typeof storedList>

/**
 * The lists as they were read last, for the next process: a text per language, a line with its HMAC-SHA-256 (RFC 2104) in base64url,
 * then one JSON.
 *
 * @see docs/decisions/055-snapshot-of-the-lists.md
 */
export function createSnapshot({ place, identity, key, maxBytes, lifeMs, log }: SnapshotOptions) {
  const saved = new Map<Language, { version: string; readAt: number }>()
  let lastProblem: string | null = null
  let writing = Promise.resolve()

  const nameOf = (language: Language) => `${identity}-${storedFormat}-${language}`
  const sign = (name: string, json: string) => createHmac('sha256', key).update(`${name}\n${json}`).digest('base64url')

  /** Logs a lasting problem only once. */
  function report(problem: string, details: object): void {
    if (problem !== lastProblem) log.warn(details, problem)
    lastProblem = problem
  }

  async function write(language: Language, list: StoredList): Promise<void> {
    const name = nameOf(language)
    const json = JSON.stringify(list)
    if (Buffer.byteLength(json) > maxBytes)
      return report('posts: a copy is larger than POSTS_MAX_MB; it does not outlive a restart', { maxBytes })
    try {
      if (await place.write(name, `${sign(name, json)}\n${json}`)) lastProblem = null
      else saved.delete(language)
    } catch (error) {
      saved.delete(language)
      report('posts cannot be kept in POSTS_DIR; they do not outlive a restart', { reason: codeOf(error) })
    }
  }

  return {
    /** Null where there is none that this build can use; never rejects. `readAt` is in milliseconds since 1970. */
    async read(language: Language): Promise<StoredList | null> {
      const name = nameOf(language)
      const text = await place.read(name)
      if (text === null) return null
      const [signature = ''] = text.split('\n', 1)
      const json = text.slice(signature.length + 1)
      const parsed = isEqual(signature, sign(name, json)) ? parseJson(json) : undefined
      if (!storedList.safeParse(parsed).success) {
        report('posts: a copy of before is damaged, or not of this site: it is ignored', {})
        return null
      }
      // Versions depend on the order of keys, which the schema's own object changes.
      return parsed as StoredList
    },

    /** Writes in the background; a list that has not changed, once a tenth of its life has passed. Never fails. */
    save(language: Language, posts: readonly Post[], readAt: number): void {
      const last = saved.get(language)
      const version = versionOf(posts.map(versionOf))
      if (last?.version === version && Math.abs(readAt - last.readAt) < lifeMs / 10) return
      saved.set(language, { version, readAt })
      writing = writing.then(() => write(language, { readAt, posts: [...posts] }))
    },

    /** The place may have lost what it had: the next lists are written, also unchanged. */
    forget: (): void => saved.clear(),
  }
}

function isEqual(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
