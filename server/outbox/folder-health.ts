import { codeOf } from '../runtime/writable-folder.ts'
import type { Log } from '../runtime/log.ts'
import { diskUsageOf, type Spool } from './spool.ts'

/**
 * Whether the outbox's folder works and has room, with one line in the log when that changes, however often it is used.
 *
 * @param maxBytes of all messages together
 * @param now milliseconds since 1970
 */
export function createFolderHealth(spool: Spool, maxBytes: number, now: () => number, log: Log) {
  /** The code of the last failure; null: it works. */
  let why: string | null = null
  let failedSinceCheck = false
  /** The bytes for which there was no room; null: there was always enough. */
  let tooMany: number | null = null

  function failed(error: unknown): void {
    failedSinceCheck = true
    if (why === null) log.error({ err: error }, 'outbox: the folder fails')
    why = codeOf(error)
  }

  async function hasRoom(bytes: number): Promise<boolean> {
    return (await spool.usedBytes()) + diskUsageOf(bytes) <= maxBytes
  }

  return {
    failed,

    /** Whether so many more bytes may be written. */
    async takes(bytes: number): Promise<boolean> {
      if (await hasRoom(bytes)) return true
      if (tooMany === null) log.error('outbox: full, messages are not taken')
      tooMany = Math.max(tooMany ?? 0, bytes)
      return false
    },

    /**
     * Checks the folder. It works again after two checks without a failure, and none between them: a check does not do
     * all that may fail.
     *
     * @param readFolder rejects if the folder fails
     */
    async check(readFolder: () => Promise<void>): Promise<void> {
      const wasWell = !failedSinceCheck
      failedSinceCheck = false
      try {
        await readFolder()
        if (why !== null) await spool.probeWritable(now())
        if (tooMany !== null && (await hasRoom(tooMany))) {
          tooMany = null
          log.info('outbox: there is room again')
        }
      } catch (error) {
        failed(error)
      }
      if (why === null || failedSinceCheck || !wasWell) return
      why = null
      log.info('outbox: the folder works again')
    },

    /** Lines of `/readyz`. */
    diagnostics: (): string[] => [
      ...(why === null
        ? []
        : [`outbox: the folder fails (${why}), what visitors send may be neither kept nor delivered`]),
      ...(tooMany === null ? [] : ['outbox: full (OUTBOX_MAX_MB), what visitors send is not taken']),
    ],
  }
}

export type FolderHealth = ReturnType<typeof createFolderHealth>
