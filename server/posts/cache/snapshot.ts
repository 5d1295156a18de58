import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { writeAtomically } from '../../config/atomic-file.ts'
import { codeOf, makeFolder } from '../../config/writable-folder.ts'
import type { Log } from '../../log/log.ts'
import type { Seal } from './seal.ts'
import { storedFormat, storedPost } from './stored-post.ts'
import { versionOf } from './version.ts'

/** The lists as they were read last, for the next process. Neither of the two ever fails. */
export type Snapshot = {
  /** Null where there is none that this build can use. `readAt` is in milliseconds since 1970. */
  read(language: Language): Promise<{ posts: Post[]; readAt: number } | null>
  /** Writes in the background. */
  save(language: Language, posts: readonly Post[], readAt: number): void
}

export type SnapshotOptions = {
  directory: string
  /** Names whatever else posts depend on: two sites that share a folder do not meet. */
  identity: string
  /** Other programs can write to the folder, and could else have the site show anything. */
  seal: Seal
  /** Of both lists together. */
  maxBytes: number
  /** A file whose list was read longer ago is removed at the start. */
  lifeMs: number
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

/** A part is of a process that ended while it was writing, once it is so old. */
const partLifeMs = 10 * 60_000
const fileName = /^[0-9a-f]{32}\.json(\.[0-9a-f-]{36}\.part)?$/
const storedList = z.array(storedPost)

/**
 * One sealed file a language, in a folder that several processes may share. A file's time is when its list was read; it appears
 * whole, by a rename, and is not written again while the list stays the same.
 */
export function createSnapshot({ directory, identity, seal, maxBytes, lifeMs, log, now }: SnapshotOptions): Snapshot {
  const unsaved = new Map<Language, { posts: readonly Post[]; readAt: number }>()
  const saved = new Map<Language, { version: string; size: number }>()
  let lastProblem: string | null = null
  let writing = removeOldFiles().catch(() => {})

  const labelOf = (language: Language) => JSON.stringify([identity, storedFormat, 'list', language])
  const pathOf = (language: Language) =>
    join(directory, `${createHash('sha256').update(labelOf(language)).digest('hex').slice(0, 32)}.json`)

  /** Once, as long as it stays the same. */
  function report(problem: string, details: object): void {
    if (problem !== lastProblem) log.warn(details, problem)
    lastProblem = problem
  }

  async function removeOldFiles(): Promise<void> {
    for (const file of await readdir(directory).catch(() => [])) {
      const name = fileName.exec(file)
      if (name === null) continue
      const path = join(directory, file)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now() }))
      if (now() - mtimeMs > (name[1] === undefined ? lifeMs : partLifeMs))
        await rm(path, { force: true }).catch(() => {})
    }
  }

  async function saveNext(language: Language): Promise<void> {
    const list = unsaved.get(language)
    unsaved.delete(language)
    if (list === undefined) return
    try {
      await write(language, list.posts, list.readAt / 1000)
    } catch (error) {
      report('posts cannot be kept in POSTS_DIR; they do not outlive a restart', { reason: codeOf(error) })
    }
  }

  /** @param time seconds since 1970, as file systems have it */
  async function write(language: Language, posts: readonly Post[], time: number): Promise<void> {
    const path = pathOf(language)
    const version = versionOf(posts.map(versionOf))
    if (saved.get(language)?.version === version) {
      const isThere = await utimes(path, time, time).then(
        () => true,
        () => false,
      )
      // Else another process has removed it.
      if (isThere) return void (lastProblem = null)
    }
    saved.delete(language)
    const room = maxBytes - [...saved.values()].reduce((sum, { size }) => sum + size, 0)
    await makeFolder(directory, 0o700)
    const part = `${path}.${randomUUID()}.part`
    let size = 0
    function* piecesWithinRoom() {
      for (const piece of seal.sealed(labelOf(language), piecesOf(posts))) {
        size += Buffer.byteLength(piece)
        if (size > room) throw new Error('more than there is room for')
        yield piece
      }
    }
    try {
      await writeAtomically(path, part, piecesWithinRoom(), 0o600)
    } catch (error) {
      if (size <= room) throw error
      report('posts: a copy is larger than POSTS_MAX_MB; it does not outlive a restart', { maxBytes })
      // The smaller one of before would come back at the next start, long after it has changed.
      return await rm(path, { force: true })
    }
    await utimes(path, time, time)
    saved.set(language, { version, size })
    lastProblem = null
  }

  return {
    async read(language) {
      const path = pathOf(language)
      const [text, file] = await Promise.all([readFile(path, 'utf8').catch(() => null), stat(path).catch(() => null)])
      if (text === null || file === null || file.size > maxBytes) return null
      const posts = seal.parse(labelOf(language), text, storedList)
      if (posts === null) report('posts: a file in POSTS_DIR is damaged, or not of this site: it is ignored', {})
      return posts && { posts, readAt: Math.round(file.mtimeMs) }
    },

    save(language, posts, readAt) {
      unsaved.set(language, { posts, readAt })
      writing = writing.then(() => saveNext(language))
    },
  }
}

/** A JSON text, post by post: in one piece, thousands of posts would hold up the event loop. */
function* piecesOf(posts: readonly Post[]): Generator<string, void, undefined> {
  for (const [index, post] of posts.entries()) yield (index === 0 ? '[' : ',') + JSON.stringify(post)
  yield posts.length === 0 ? '[]' : ']'
}
