import { createHmac } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { writeAtomically } from '../runtime/atomic-file.ts'
import { codeOf, makeFolder } from '../runtime/writable-folder.ts'
import type { Log } from '../runtime/log.ts'
import { isFormat } from './picture-format.ts'
import type { Rendition } from './rendition.ts'

/** A rendition and the keyed digest of its name, size and bytes, 32 hex characters. */
export type Stored = Rendition & { digest: string }

type Entry = Omit<Stored, 'bytes'> & { length: number; usedAt: number }

/** The names of our temporary files. */
const partName = /^[0-9a-f]{32}\.[0-9a-f]{32}\.[\w.]+\.[0-9a-f-]{36}\.part$/

const partLifeMs = 10 * 60_000
const useIsRecordedAfterMs = 60 * 60_000

export type DiskStore = ReturnType<typeof createDiskStore>

/**
 * Pictures on disk, at most `maxBytes` of them; the least recently used go first, also after a restart. A file is named
 * `<key>.<digest>.<width>x<height>.<format>`, without its size where that is not known: its digest proves its content, and a damaged or
 * foreign file counts as none. Several processes may share a folder, each with its own bound; what one removes the other makes anew.
 *
 * @param maxBytes 0: nothing is stored
 * @param secret key of the digests, HMAC-SHA-256 truncated to 128 bits (RFC 2104 §5); the same after a restart
 * @param now milliseconds since 1970
 */
export function createDiskStore(directory: string, maxBytes: number, secret: Buffer, log: Log, now: () => number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ length }) => Math.max(1, length),
    dispose: (entry, key) => void rm(pathOf(key, entry), { force: true }).catch(() => {}),
    noDisposeOnSet: true,
  })
  const opened = maxBytes > 0 ? readEntries() : Promise.resolve()
  let lastFailed = false

  function digestOf(key: string, { bytes, ...kind }: Rendition): string {
    return createHmac('sha256', secret)
      .update(`${key}.${endOf(kind)}.`)
      .update(bytes)
      .digest('hex')
      .slice(0, 32)
  }

  function pathOf(key: string, { digest, ...kind }: Omit<Stored, 'bytes'>): string {
    return join(directory, `${key}.${digest}.${endOf(kind)}`)
  }

  async function readEntries(): Promise<void> {
    const names = await readdir(directory).catch(() => [])
    const found: [string, Entry][] = []
    for (const name of names) {
      const { size: length, mtimeMs } = await stat(join(directory, name)).catch(() => ({ size: 0, mtimeMs: 0 }))
      const [, key, digest, width, height, format = ''] =
        /^([0-9a-f]{32})\.([0-9a-f]{32})\.(?:(\d+)x(\d+)\.)?([a-z]+)$/.exec(name) ?? []
      if (key !== undefined && digest !== undefined && isFormat(format)) {
        const size = width === undefined ? null : { width: Number(width), height: Number(height) }
        found.push([key, { digest, format, size, length, usedAt: mtimeMs }])
      } else if (partName.test(name) && now() - mtimeMs > partLifeMs) {
        // A process that ended while it was writing has left it.
        await rm(join(directory, name), { force: true }).catch(() => {})
      }
    }
    found.sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [key, entry] of found) addEntry(key, entry)
  }

  function addEntry(key: string, entry: Entry): void {
    const former = entries.peek(key)
    // Other bytes, as another build of the encoder makes: their file would no longer be counted, and never be removed.
    if (former !== undefined && pathOf(key, former) !== pathOf(key, entry)) entries.delete(key)
    entries.set(key, entry)
  }

  return {
    /** @param key 32 hex characters */
    async get(key: string): Promise<Stored | null> {
      await opened
      const entry = entries.get(key)
      if (entry === undefined) return null
      const path = pathOf(key, entry)
      const bytes = await readFile(path).catch(() => null)
      const { digest, format, size } = entry
      if (bytes === null || digestOf(key, { bytes, format, size }) !== digest) {
        entries.delete(key)
        return null
      }
      if (now() - entry.usedAt > useIsRecordedAfterMs) {
        entry.usedAt = now()
        void utimes(path, now() / 1000, now() / 1000).catch(() => {})
      }
      return { bytes, format, size, digest }
    },

    /** Stores a rendition where it can, and returns it in any case. */
    async put(key: string, rendition: Rendition): Promise<Stored> {
      const { bytes, format, size } = rendition
      const stored = { ...rendition, digest: digestOf(key, rendition) }
      if (bytes.length > maxBytes) return stored
      await opened
      try {
        await makeFolder(directory, 0o777)
        await writeAtomically(pathOf(key, stored), bytes, 0o666)
        addEntry(key, { digest: stored.digest, format, size, length: bytes.length, usedAt: now() })
        lastFailed = false
      } catch (error) {
        const reason = codeOf(error)
        if (!lastFailed)
          log.warn({ reason }, 'pictures cannot be stored in MEDIA_DIR; each is made anew when asked for')
        lastFailed = true
      }
      return stored
    },
  }
}

/** `1000x600.jpeg` */
function endOf({ size, format }: Omit<Rendition, 'bytes'>): string {
  return size === null ? format : `${size.width}x${size.height}.${format}`
}
