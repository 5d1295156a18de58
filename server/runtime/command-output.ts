import type { Writable } from 'node:stream'

/**
 * Ignores EPIPE if the reader of a command's output (`head`, for example) closes the pipe. Other errors still end the command.
 *
 * @param output standard output, before the first write
 */
export function ignoreBrokenPipe(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
