import * as z from 'zod'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { codeOf } from '../../runtime/writable-folder.ts'
import { parseJson } from '../../http/json.ts'
import type { Log } from '../../runtime/log.ts'
import { storedFormat, storedPost } from './stored-post.ts'
import { versionOf } from './version.ts'

/** Stores texts by name for the next process. */
export type SnapshotStore = {
  /** Null if the text is missing or unreadable. */
  read(name: string): Promise<string | null>
  /** Rejects if the text cannot be written. */
  write(name: string, text: string): Promise<void>
}

export type Snapshot = ReturnType<typeof createSnapshot>

export type SnapshotOptions = {
  store: SnapshotStore
  /** Identifies whatever else posts depend on, so that sites that share a folder do not read each other's lists. */
  identity: string
  /** Limit of a language's list; a larger list is not stored. */
  maxBytes: number
  /** For how long a list may be served after it was read, in milliseconds. */
  lifeMs: number
  log: Log
}

const storedList = z.object({ readAt: z.number(), posts: z.array(storedPost) })
type StoredList = z.infer<typeof storedList>

/**
 * Stores the lists as JSON for the next process, each language by itself.
 *
 * @see docs/decisions/055-snapshot-of-the-lists.md
 */
export function createSnapshot({ store, identity, maxBytes, lifeMs, log }: SnapshotOptions) {
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
      return report('List of posts not stored, larger than POSTS_MAX_MB', { maxBytes })
    try {
      await store.write(name, json)
      lastProblem = null
    } catch (error) {
      saved.delete(language)
      report('List of posts cannot be stored in POSTS_DIR', { reason: codeOf(error) })
    }
  }

  return {
    /** Null if the stored list is missing or invalid; never rejects. `readAt` is in milliseconds since 1970. */
    async read(language: Language): Promise<StoredList | null> {
      const text = await store.read(nameOf(language))
      if (text === null) return null
      // Older builds began the file with a line that holds a signature.
      const parsed = parseJson(text.replace(/^[\w-]{43}\n/, ''))
      if (!storedList.safeParse(parsed).success) {
        report('Ignored invalid stored list of posts', {})
        return null
      }
      // Versions depend on the order of keys, which the schema's own object changes.
      return parsed as StoredList
    },

    /** Writes in the background. An unchanged list is written again after a tenth of `lifeMs`. Never throws. */
    save(language: Language, posts: readonly Post[], readAt: number): void {
      const last = saved.get(language)
      const version = versionOf(posts.map(versionOf))
      if (last?.version === version && Math.abs(readAt - last.readAt) < lifeMs / 10) return
      saved.set(language, { version, readAt })
      writing = writing.then(() => write(language, { readAt, posts: [...posts] }))
    },
  }
}
