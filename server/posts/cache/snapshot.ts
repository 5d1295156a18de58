import * as z from 'zod'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { codeOf } from '../../runtime/writable-folder.ts'
import { parseJson } from '../../http/json.ts'
import type { Log } from '../../runtime/log.ts'
import { storedFormat, storedPost } from './stored-post.ts'
import { versionOf } from './version.ts'

/** Where texts outlive the process, by name: a folder. */
export type SnapshotPlace = {
  /** Null: it is missing or unreadable. */
  read(name: string): Promise<string | null>
  /** Rejects if the place cannot be written to. */
  write(name: string, text: string): Promise<void>
}

export type Snapshot = ReturnType<typeof createSnapshot>

export type SnapshotOptions = {
  place: SnapshotPlace
  /** Names whatever else posts depend on: two sites that share a place do not meet. */
  identity: string
  /** Limit of one language's list; a larger one does not outlive the process. */
  maxBytes: number
  /** For how long a list may be served after it was read, in milliseconds. */
  lifeMs: number
  log: Log
}

const storedList = z.object({ readAt: z.number(), posts: z.array(storedPost) })
type StoredList = z.infer<typeof storedList>

/**
 * The lists as they were read last, for the next process: one JSON per language.
 *
 * @see docs/decisions/055-snapshot-of-the-lists.md
 */
export function createSnapshot({ place, identity, maxBytes, lifeMs, log }: SnapshotOptions) {
  const saved = new Map<Language, { version: string; readAt: number }>()
  let lastProblem: string | null = null
  let writing = Promise.resolve()

  const nameOf = (language: Language) => `${identity}-${storedFormat}-${language}`

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
      await place.write(name, json)
      lastProblem = null
    } catch (error) {
      saved.delete(language)
      report('posts cannot be kept in POSTS_DIR; they do not outlive a restart', { reason: codeOf(error) })
    }
  }

  return {
    /** Null if the copy is missing or invalid; never rejects. `readAt` is in milliseconds since 1970. */
    async read(language: Language): Promise<StoredList | null> {
      const text = await place.read(nameOf(language))
      if (text === null) return null
      // Older builds began the file with a line that holds a signature.
      const parsed = parseJson(text.replace(/^[\w-]{43}\n/, ''))
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
  }
}
