import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../runtime/writable-folder.ts'
import type { Spool } from './spool.ts'

/** The interval of the owner's heartbeats, in milliseconds. */
const beatMs = 1000
/** The interval at which another process looks for a heartbeat, in milliseconds. */
const lookMs = 250
/** After so many looks without a heartbeat (10 s) an owner is dead. Time would also pass while this process is suspended. */
const maxLooks = 40
/** The same for an owner in another container of this machine: 3 s. Its process id means nothing here. */
const maxLooksNearby = 12

/**
 * The one process that delivers the messages of a folder. The file `owner` names it, and the file's time is its heartbeat
 * (docs/decisions/012-outbox-of-files.md). Calls are synchronous, because asynchronous ones may wait behind hanging DNS lookups.
 *
 * @param self the content of this process's file
 */
export function createOwner(
  spool: Pick<Spool, 'directory' | 'prepare'>,
  self = describeSelf(),
  wait: (milliseconds: number) => Promise<unknown> = delay,
) {
  // The name has no dot, so that `*.*` matches only messages.
  const path = join(spool.directory, 'owner')

  /** @returns false if the file exists */
  function create(): boolean {
    try {
      writeFileSync(path, self, { flag: 'wx' })
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      // On a full disk, an empty file may have been created.
      rmSync(path, { force: true })
      throw error
    }
  }

  /** Looks for an owner that is running. `file` is the content that a dead one left. */
  async function look(): Promise<{ running: string | null; file: string | null }> {
    const file = read(path)
    if (file === null) return { running: null, file }
    const [owner, own] = [parse(file), parse(self)]
    const isNearby = owner.system === own.system
    const isKnown = isNearby && owner.pids === own.pids
    if (isKnown && (owner.pid === own.pid || !isRunning(owner.pid))) return { running: null, file }
    for (let rest = isNearby && !isKnown ? maxLooksNearby : maxLooks; rest > 0; rest -= 1) {
      await wait(lookMs)
      const next = read(path)
      if (next !== file) return { running: next && parse(next).name, file: next }
    }
    return { running: null, file }
  }

  /** Renames the file first, since several processes may have found its owner dead. */
  async function remove(dead: string): Promise<void> {
    const aside = `${path}.${randomUUID()}`
    unlessMissing(() => renameSync(path, aside))
    const moved = read(aside)
    rmSync(aside, { force: true })
    // A faster process has become the owner: its next heartbeat writes its file again.
    if (moved !== dead) await wait(2 * beatMs)
  }

  /** @returns false if another process is the owner; true also if the folder fails, as its health reports */
  function ifOwner(act: () => void): boolean {
    try {
      const file = read(path)
      if (file === null) return create()
      if (!file.startsWith(self)) return false
      act()
    } catch {
      // The next heartbeat tries it again.
    }
    return true
  }

  return {
    /** Resolves to the name of the running owner, or null. */
    find: async (): Promise<string | null> => (await look()).running,

    /**
     * Makes this process the owner, unless another one is running. If the folder fails, the site starts nevertheless.
     *
     * @param onLost called if another process became the owner while this one was suspended
     * @returns the name of the owner that is running; null if it is this process
     */
    async take(onLost: () => void): Promise<string | null> {
      try {
        await spool.prepare()
        while (!create()) {
          const { running, file } = await look()
          if (running !== null) return running
          if (file !== null) await remove(file)
        }
      } catch {
        // Each heartbeat tries it again.
      }
      setInterval(() => {
        if (!ifOwner(() => utimesSync(path, new Date(), new Date()))) onLost()
      }, beatMs).unref()
      return null
    },

    /** Call it when the process exits. */
    release: () => ifOwner(() => rmSync(path)),
  }
}

/** The file's content: a line for people, the boot ID, the namespace of process ids, and a random ID. */
export function describeSelf(): string {
  const name = `process ${process.pid} on host ${hostname()}`
  const [boot, pids] = ['/proc/sys/kernel/random/boot_id', '/proc/self/ns/pid']
  try {
    return [name, readFileSync(boot, 'utf8').trim(), readlinkSync(pids), randomUUID(), ''].join('\n')
  } catch {
    // Not Linux, or a unit that hides /proc/sys.
    return [name, hostname(), '', randomUUID(), ''].join('\n')
  }
}

/** The name is "another process" if the file is damaged. */
function parse(file: string) {
  const [name = '', system, pids] = file.split('\n')
  const [, pid] = /^process (\d+) on host \S+$/.exec(name) ?? []
  return { name: pid === undefined ? 'another process' : name, pid: Number(pid), system, pids }
}

/** The file's content followed by its time; null if it is missing. */
function read(path: string): string | null {
  // In this order, because opening a file on a network file system fetches its current time.
  return unlessMissing(() => readFileSync(path, 'utf8') + String(statSync(path).mtimeMs))
}

function unlessMissing<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Also true for a process of another user, and for one that has ended and still has its id. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
