import { codeOf } from '../config/writable-folder.ts'
import type { Log } from '../log/log.ts'
import type { Capacity } from './capacity.ts'

export type FolderState = ReturnType<typeof createFolderState>

/** Whether the outbox's folder does what is asked of it, and one line in the log when that changes, however often it is asked. */
export function createFolderState(log: Log, capacity: Capacity) {
  /** The code of what failed last; null: it works. */
  let why: string | null = null
  let failedSinceLook = false
  /** The bytes for which there was no room; null: there was always enough. */
  let tooMany: number | null = null

  function failed(error: unknown): void {
    failedSinceLook = true
    if (why === null) log.error({ err: error }, 'outbox: the folder fails')
    why = codeOf(error)
  }

  return {
    /** Tells of what the folder has not done. */
    failed,

    /** Whether so many more bytes may be written; if so, they count from now on. */
    async reserve(bytes: number): Promise<boolean> {
      if (await capacity.reserve(bytes)) return true
      if (tooMany === null) log.error('outbox: full, messages are not taken')
      tooMany = Math.max(tooMany ?? 0, bytes)
      return false
    },

    /**
     * Looks at the folder. It works again once two looks were well and all that was begun between them: what fails may be
     * nothing that a look does.
     *
     * @param look rejects where the folder fails
     * @param tryOut asks more of it than a look; only where it was failing
     */
    async look(look: () => Promise<void>, tryOut: () => Promise<void>): Promise<void> {
      const wasWell = !failedSinceLook
      failedSinceLook = false
      try {
        await look()
        if (why !== null) await tryOut()
        if (tooMany !== null && (await capacity.hasRoom(tooMany))) {
          tooMany = null
          log.info('outbox: there is room again')
        }
      } catch (error) {
        failed(error)
      }
      if (why === null || failedSinceLook || !wasWell) return
      why = null
      log.info('outbox: the folder works again')
    },

    /** What an operator reads in `/readyz`. */
    remarks: (): string[] => [
      ...(why === null
        ? []
        : [`outbox: the folder fails (${why}), what visitors send may be neither kept nor delivered`]),
      ...(tooMany === null ? [] : ['outbox: full (OUTBOX_MAX_MB), what visitors send is not taken']),
    ],
  }
}
