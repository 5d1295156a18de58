import { access, constants, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FolderSync, syncFolder, writeAtomically } from '../runtime/atomic-file.ts'
import { codeOf, makeFolder } from '../runtime/writable-folder.ts'
import { createId, type Entry, idPattern, parseEntry, fileOf } from './entry.ts'
import { formatMessage, type Message, parseMessage } from './message.ts'
import { underWay } from './schedule.ts'

/** The content of an entry's file. `gone`: moved or removed. `unreadable`: no permission, or a temporary failure. */
export type FileContent = ReturnType<typeof parseMessage> | { kind: 'gone' } | { kind: 'unreadable'; reason: string }

export type Spool = ReturnType<typeof createSpool>

/** Older temporary files were left by a process that died while it wrote. */
const abandonedMs = 3_600_000

/** Names of temporary files: the message's identifier and the process id. */
const temporaryName = new RegExp(String.raw`^${idPattern}\.\d+\.tmp$`)

/**
 * The folder in which messages wait, one file each. One process delivers them. The operator's command moves files too.
 *
 * @param directory absolute; created if missing, readable only for its owner
 */
export function createSpool(directory: string) {
  const path = (entry: Entry) => join(directory, fileOf(entry))
  const temporaryPath = (id: string) => join(directory, `${id}.${process.pid}.tmp`)

  async function filesIn(folder: 'outbox' | 'refused'): Promise<string[]> {
    try {
      return await readdir(folder === 'refused' ? join(directory, folder) : directory)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  async function entriesIn(folder: 'outbox' | 'refused'): Promise<Entry[]> {
    return (await filesIn(folder)).flatMap((file) => parseEntry(file, folder) ?? [])
  }

  return {
    directory,

    async prepare(): Promise<void> {
      const first = await makeFolder(join(directory, 'refused'), 0o700)
      const synced = first === undefined ? null : await syncFolder(dirname(first))
      if (synced?.kind === 'failed') throw synced.error
    },

    /** Replaces the file atomically. Rejects only if the message is not kept. */
    write: (entry: Entry, message: Message): Promise<FolderSync> =>
      writeAtomically(path(entry), formatMessage(message), 0o600, temporaryPath(message.id)),

    /** Never rejects. */
    sync: () => syncFolder(directory),

    /** Rejects if permissions of the folder or disk forbid writing. */
    mayBeWritten: () => access(directory, constants.W_OK | constants.X_OK),

    /** Writes and removes a file. Rejects if that fails. `now` is in milliseconds since 1970. */
    async probeWritable(now: number): Promise<void> {
      const temporary = temporaryPath(createId(now))
      try {
        await writeFile(temporary, 'a message', { mode: 0o600 })
      } finally {
        await rm(temporary, { force: true })
      }
    },

    /** Entries that wait or are being delivered. */
    queue: () => entriesIn('outbox'),

    refused: () => entriesIn('refused'),

    all: async (): Promise<Entry[]> => [...(await entriesIn('outbox')), ...(await entriesIn('refused'))],

    /** Files in `refused` that do not come from the outbox. */
    async foreignFiles(): Promise<string[]> {
      const files = await filesIn('refused')
      return files.filter((file) => parseEntry(file, 'refused') === null)
    },

    async read(entry: Entry): Promise<FileContent> {
      try {
        return parseMessage(await readFile(path(entry), 'utf8'))
      } catch (error) {
        if (isMissing(error)) return { kind: 'gone' }
        return { kind: 'unreadable', reason: `the file cannot be read (${codeOf(error)})` }
      }
    },

    /** @returns whether it was still there */
    move(from: Entry, to: Entry): Promise<boolean> {
      return unlessGone(rename(path(from), path(to)))
    },

    /** @returns whether it was still there */
    remove(entry: Entry): Promise<boolean> {
      return unlessGone(rm(path(entry)))
    },

    /**
     * Deletes half-written files of dead processes, and moves foreign `.json` files to `refused`.
     *
     * @returns the names of the moved files
     */
    async tidy(now: () => number): Promise<string[]> {
      const foreign: string[] = []
      for (const file of await readdir(directory)) {
        const claimed = file.endsWith('.claimed') ? parseEntry(file.replace(/claimed$/, 'json'), 'outbox') : null
        if (temporaryName.test(file)) {
          await unlessGone(removeAbandoned(join(directory, file), now))
        } else if (claimed !== null) {
          // An older build was delivering it.
          await unlessGone(rename(join(directory, file), path({ ...claimed, dueAt: underWay })))
        } else if (parseEntry(file, 'outbox') === null && /\.(json|claimed)$/.test(file)) {
          const moved = await unlessGone(rename(join(directory, file), join(directory, 'refused', file)))
          if (moved) foreign.push(file)
        }
      }
      return foreign
    },

    /** The disk space of all messages, including refused ones, in bytes. Other folders do not count. */
    async usedBytes(): Promise<number> {
      const files = [...(await filesIn('outbox')), ...(await filesIn('refused')).map((file) => join('refused', file))]
      const sizes = await Promise.all(
        files.map((file) =>
          stat(join(directory, file)).then(
            (found) => (found.isFile() ? diskUsageOf(found.size) : 0),
            () => 0,
          ),
        ),
      )
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
}

/** The disk space of a file in whole blocks of 4 KB, in bytes. */
export function diskUsageOf(bytes: number): number {
  return Math.ceil(bytes / 4096) * 4096
}

async function removeAbandoned(path: string, now: () => number): Promise<void> {
  const { mtimeMs } = await stat(path)
  if (now() - mtimeMs > abandonedMs) await rm(path)
}

/** @returns false if the file is no longer there */
async function unlessGone(act: Promise<void>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}
