import type { Writable } from 'node:stream'

/**
 * For commands: whoever read the output may have left, as `head` does after ten lines. The rest is not wanted then, which is
 * no failure (an `EPIPE` that nobody catches would end the command with a stack); every other fault is one.
 *
 * @param output standard output, before anything is written to it
 */
export function mayBeCutShort(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
