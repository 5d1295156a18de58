import { codeOf } from '../runtime/writable-folder.ts'
import type { Log } from '../runtime/log.ts'
import { diskUsageOf, type Spool } from './spool.ts'

/**
 * Tracks whether the outbox's folder works and has room. Logs one line when that changes.
 *
 * @param maxBytes the limit of all messages together
 * @param now milliseconds since 1970
 */
export function createFolderHealth(spool: Spool, maxBytes: number, now: () => number, log: Log) {
  /** The error code of the last failure; null if the folder works. */
  let errorCode: string | null = null
  let failedSinceCheck = false
  /** The largest size in bytes for which there was no room, or null. */
  let rejectedBytes: number | null = null

  function failed(error: unknown): void {
    failedSinceCheck = true
    if (errorCode === null) log.error({ err: error }, 'outbox: the folder fails')
    errorCode = codeOf(error)
  }

  async function hasRoom(bytes: number): Promise<boolean> {
    return (await spool.usedBytes()) + diskUsageOf(bytes) <= maxBytes
  }

  return {
    failed,

    /** Whether there is room for so many more bytes. */
    async takes(bytes: number): Promise<boolean> {
      if (await hasRoom(bytes)) return true
      if (rejectedBytes === null) log.error('outbox: full, messages are rejected')
      rejectedBytes = Math.max(rejectedBytes ?? 0, bytes)
      return false
    },

    /**
     * Checks the folder. It counts as working again after two checks without a failure in between, because a check does not
     * try everything that may fail.
     *
     * @param readFolder rejects if the folder fails
     */
    async check(readFolder: () => Promise<void>): Promise<void> {
      const wasWorking = !failedSinceCheck
      failedSinceCheck = false
      try {
        await readFolder()
        if (errorCode !== null) await spool.probeWritable(now())
        if (rejectedBytes !== null && (await hasRoom(rejectedBytes))) {
          rejectedBytes = null
          log.info('outbox: there is room again')
        }
      } catch (error) {
        failed(error)
      }
      if (errorCode === null || failedSinceCheck || !wasWorking) return
      errorCode = null
      log.info('outbox: the folder works again')
    },

    /** Lines for `/readyz`. */
    diagnostics: (): string[] => [
      ...(errorCode === null
        ? []
        : [`outbox: the folder fails (${errorCode}), what visitors send may be neither kept nor delivered`]),
      ...(rejectedBytes === null ? [] : ['outbox: full (OUTBOX_MAX_MB), what visitors send is not taken']),
    ],
  }
}

export type FolderHealth = ReturnType<typeof createFolderHealth>
