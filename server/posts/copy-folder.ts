import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { codeOf, makeFolder } from '../config/writable-folder.ts'
import type { Log } from '../log/log.ts'

export type CopyFolderOptions = {
  directory: string
  maxBytes: number
  maxFiles: number
  /** A copy that was read longer ago is removed at the start. */
  lifeMs: number
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

type Entry = { size: number; readAt: number; version: string | null }
type Job = { name: string; version: string; readAt: number; pieces: () => Iterable<string> }

/** A file of a process that ended while it was writing. */
const partLifeMs = 10 * 60_000
/** A copy that has not changed is noted as read again no more often. */
const noteEveryMs = 10_000

/**
 * Texts in files of one folder, bounded in number and size: what was read longest ago goes first. A file's time is when its
 * text was read. Writing happens behind everybody's back, one file at a time, each whole under another name first; where it
 * cannot, or a text is larger than all may be, the log says so once. Several processes may share a folder, each with its own bound.
 */
export function createCopyFolder({ directory, maxBytes, maxFiles, lifeMs, log, now }: CopyFolderOptions) {
  const entries = new LRUCache<string, Entry>({
    max: maxFiles,
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => Math.max(1, size),
    dispose: (_, name) => void rm(pathOf(name), { force: true }).catch(() => {}),
    noDisposeOnSet: true,
  })
  const opened = readEntries()
  const jobs = new Map<string, Job>()
  let writing = false
  /** What is being written; null where it was removed meanwhile. */
  let underWay: string | null = null
  let lastFailed = false
  let toldOfSize = false

  function pathOf(name: string): string {
    return join(directory, `${name}.json`)
  }

  async function readEntries(): Promise<void> {
    const found: [string, Entry][] = []
    for (const file of await readdir(directory).catch(() => [])) {
      const name = /^([0-9a-f]{32})\.json(\.[0-9a-f-]{36}\.part)?$/.exec(file)
      if (name === null) continue
      const { size, mtimeMs } = await stat(join(directory, file)).catch(() => ({ size: 0, mtimeMs: 0 }))
      const isPart = name[2] !== undefined
      if (now() - mtimeMs > (isPart ? partLifeMs : lifeMs) || (!isPart && size > maxBytes)) {
        await rm(join(directory, file), { force: true }).catch(() => {})
      } else if (!isPart) found.push([name[1] ?? '', { size, readAt: mtimeMs, version: null }])
    }
    found.sort(([, one], [, other]) => one.readAt - other.readAt)
    for (const [name, entry] of found) entries.set(name, entry)
  }

  async function writeAll(): Promise<void> {
    writing = true
    await opened
    for (const [name, job] of jobs) {
      jobs.delete(name)
      underWay = name
      // Whoever is waiting for an answer comes first.
      await setImmediate()
      try {
        await write(job)
        lastFailed = false
      } catch (error) {
        const reason = codeOf(error)
        if (!lastFailed) log.warn({ reason }, 'posts cannot be kept in POSTS_DIR; they do not outlive a restart')
        lastFailed = true
      }
    }
    writing = false
  }

  async function write({ name, version, readAt, pieces }: Job): Promise<void> {
    const known = entries.get(name)
    const time = readAt / 1000
    if (known?.version === version) {
      if (readAt - known.readAt < noteEveryMs) return
      const noted = await utimes(pathOf(name), time, time).then(
        () => true,
        () => false,
      )
      // Else another process has removed it.
      if (noted) return void entries.set(name, { ...known, readAt })
    }
    await makeFolder(directory, 0o700)
    const part = `${pathOf(name)}.${randomUUID()}.part`
    let size = 0
    function* bounded() {
      for (const piece of pieces()) {
        size += Buffer.byteLength(piece)
        if (size > maxBytes) return
        yield piece
      }
    }
    try {
      await writeFile(part, bounded(), { mode: 0o600, flag: 'wx' })
      if (size > maxBytes) return await giveUp(name, part)
      await utimes(part, time, time)
      await rename(part, pathOf(name))
      if (underWay === null) return await rm(pathOf(name), { force: true })
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error
    }
    entries.set(name, { size, readAt, version })
  }

  /** Too large: what was stored under this name before would come back at the next start, long after it has changed. */
  async function giveUp(name: string, part: string): Promise<void> {
    entries.delete(name)
    await rm(part, { force: true })
    await rm(pathOf(name), { force: true })
    if (!toldOfSize) log.warn({ maxBytes }, 'posts: a copy is larger than POSTS_MAX_MB; it does not outlive a restart')
    toldOfSize = true
  }

  return {
    /** @param name 32 hex characters */
    async read(name: string): Promise<{ text: string; readAt: number } | null> {
      await opened
      const entry = entries.get(name)
      if (entry === undefined) return null
      const text = await readFile(pathOf(name), 'utf8').catch(() => null)
      if (text === null) entries.delete(name)
      return text === null ? null : { text, readAt: entry.readAt }
    },

    /** @param job its text is asked for, piece by piece, where another version is stored, when there is time for it */
    write(job: Job): void {
      // Again at the end of the line, with what is newest.
      jobs.delete(job.name)
      jobs.set(job.name, job)
      if (!writing) void writeAll()
    },

    remove(name: string): void {
      jobs.delete(name)
      if (underWay === name) underWay = null
      entries.delete(name)
    },
  }
}

export type CopyFolder = ReturnType<typeof createCopyFolder>
