import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { makeFolder } from '../config/writable-folder.ts'
import { encoderVersion } from './rendition.ts'

export type UndecodableSources = ReturnType<typeof createUndecodableSources>

export type UndecodableSourcesOptions = {
  /** Where they outlive a restart, one empty file each; null for nowhere. */
  directory: string | null
  /** The memory that each picture was given: with more, it is tried again. */
  memoryBytes: number
  /** Milliseconds since 1970. */
  now: () => number
}

const lifeMs = 60 * 60_000
const maxSources = 1000
const fileName = /^([0-9a-f]{32})\.undecodable$/

/**
 * Sources that the decoder failed at, for what they are or for the memory or time that they took. None is tried again for an
 * hour, also after a restart.
 */
export function createUndecodableSources({ directory, memoryBytes, now }: UndecodableSourcesOptions) {
  const known = new LRUCache<string, true>({
    max: maxSources,
    ttl: lifeMs,
    ttlResolution: 0,
    perf: { now },
    dispose: (_, key) => void forget(key),
    noDisposeOnSet: true,
  })
  const opened = directory === null ? Promise.resolve() : readFiles(directory)

  async function readFiles(folder: string): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, key] = fileName.exec(name) ?? []
      if (key === undefined) continue
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }))
      if (now() - mtimeMs >= lifeMs) await forget(key)
      // A clock that was set back makes no file last longer.
      else known.set(key, true, { start: Math.min(mtimeMs, now()) })
    }
  }

  async function forget(key: string): Promise<void> {
    if (directory !== null) await rm(join(directory, `${key}.undecodable`), { force: true }).catch(() => {})
  }

  function keyOf({ href }: URL): string {
    return createHash('sha256')
      .update(JSON.stringify([encoderVersion, memoryBytes, href]))
      .digest('hex')
      .slice(0, 32)
  }

  return {
    async has(address: URL): Promise<boolean> {
      await opened
      return known.get(keyOf(address)) === true
    },

    /** Where no file can be written, it is known until the process ends. */
    async add(address: URL): Promise<void> {
      await opened
      const key = keyOf(address)
      known.set(key, true)
      if (directory === null) return
      try {
        await makeFolder(directory, 0o777)
        await writeFile(join(directory, `${key}.undecodable`), '')
        await utimes(join(directory, `${key}.undecodable`), now() / 1000, now() / 1000)
      } catch {
        // The log has a line already that the folder cannot be written to.
      }
    },
  }
}
