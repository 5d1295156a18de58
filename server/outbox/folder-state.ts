import { codeOf } from '../folder.ts'
import type { Log } from '../log.ts'

export type FolderState = ReturnType<typeof createFolderState>

/** Whether the outbox's folder does what is asked of it, and one line in the log when that changes, however often it is asked. */
export function createFolderState(log: Log) {
  /** The code of what failed last; null: it works. */
  let why: string | null = null
  let failedSinceLook = false

  function failed(error: unknown): void {
    failedSinceLook = true
    if (why === null) log.error({ err: error }, 'outbox: the folder fails')
    why = codeOf(error)
  }

  return {
    /** Tells of what the folder has not done. */
    failed,

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
      } catch (error) {
        failed(error)
      }
      if (why === null || failedSinceLook || !wasWell) return
      why = null
      log.info('outbox: the folder works again')
    },

    /** What an operator reads in `/readyz`. */
    remarks: (): string[] =>
      why === null ? [] : [`outbox: the folder fails (${why}), what visitors send may be neither kept nor delivered`],
  }
}
