import { execFile } from 'node:child_process'
import { projectRoot } from '../runtime/project-root.ts'
import type { Log } from '../runtime/log.ts'
import { boundedEnvironment } from '../runtime/bounded-process.ts'
import { sharpRemedy } from './sharp.ts'

/** A module that loads takes a tenth of a second; pictures wait for its place. */
const longestMs = 30_000

/**
 * Finds out whether sharp can be loaded, in a process of its own: here it would take memory that a site without pictures does not need.
 *
 * @param name of the package
 */
export function createSharpCheck(log: Pick<Log, 'error'>, name = 'sharp') {
  let isMissing = false
  return {
    check: () =>
      new Promise<void>((resolve) => {
        const options = { cwd: projectRoot, env: boundedEnvironment, timeout: longestMs }
        execFile(process.execPath, ['-e', `require(${JSON.stringify(name)})`], options, (error, _out, said) => {
          // SIGILL: an old processor lacks an instruction. Any other signal says nothing of sharp.
          isMissing = error !== null && (error.signal === 'SIGILL' || error.code === 1)
          if (isMissing) log.error({ reason: /^Error: .*/m.exec(said)?.[0] ?? error?.signal }, sharpRemedy)
          resolve()
        })
      }),
    /** Lines for `/readyz`. */
    diagnostics: (): readonly string[] => (isMissing ? [sharpRemedy] : []),
  }
}
