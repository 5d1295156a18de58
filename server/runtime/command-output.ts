import type { Writable } from 'node:stream'

/**
 * For commands: lets the reader of their output leave early, as `head` does after ten lines. Uncaught, the `EPIPE` would end the
 * command with a stack; every other fault still does.
 *
 * @param output standard output, before anything is written to it
 */
export function mayBeCutShort(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
