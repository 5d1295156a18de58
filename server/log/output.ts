import { write, writeSync } from 'node:fs'

/** So much is written together, in characters: a write a line would cost more than the answer it tells of. */
const enough = 8192
/** So much is held while nobody reads, in characters; for a line more there is no room. */
const mostHeld = 4 * 2 ** 20
/** A pipe that is full is tried again so much later, in milliseconds. */
const fullPauseMs = 20
/** At the end of the process nothing can be waited for: a full pipe is given so many more tries. */
const mostLastTries = 10

export type FileWrites = {
  write: (fd: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void
  writeSync: (fd: number, bytes: Buffer) => number
}

export type LogOutput = {
  /** @param line with its end */
  write(line: string): void
  /** Hands over what is held back; `done` is called once it is written, or lost. */
  flush(done?: () => void): void
  /** At the end of the process: what is held back is written, or lost, before this returns. */
  flushSync(): void
}

/**
 * Lines for a file descriptor, several in one write, and nobody waits for it. What cannot be written, since whoever read it
 * has left or the disk is full, is lost. pino's own output tries the last lines for ever at a pipe that nobody reads
 * (sonic-boom 4.2, `flushSync` at EPIPE), so that a crash did not end the process.
 *
 * @param missingLine the line that says for how many there was no room while nobody read, once somebody reads again
 * @param most how much is held meanwhile, in characters
 */
export function createLogOutput(
  fd: number,
  missingLine: (lines: number) => string,
  files: FileWrites = { write, writeSync },
  most = mostHeld,
): LogOutput {
  let held = ''
  let missing = 0
  let underWay: Buffer | null = null
  /** Of what is under way, what a full pipe has not taken. */
  let left: Buffer | null = null
  let waiting: (() => void)[] = []

  function begin(): void {
    if (held === '') return settle()
    underWay = take()
    proceed(underWay)
  }

  function take(): Buffer {
    const bytes = Buffer.from(missing === 0 ? held : held + missingLine(missing))
    held = ''
    missing = 0
    return bytes
  }

  function proceed(bytes: Buffer): void {
    left = null
    files.write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        left = bytes
        return void setTimeout(proceedWithLeft, fullPauseMs).unref()
      }
      if (error) return lose()
      if (written < bytes.length) return proceed((underWay = bytes.subarray(written)))
      underWay = null
      if (held.length >= enough || waiting.length > 0) begin()
    })
  }

  function proceedWithLeft(): void {
    if (left) proceed(left)
  }

  function settle(): void {
    const done = waiting
    waiting = []
    for (const tell of done) tell()
  }

  function lose(): void {
    underWay = null
    held = ''
    settle()
  }

  return {
    write(line) {
      if (held.length >= most) return void (missing += 1)
      held += line
      if (held.length >= enough && underWay === null) begin()
    },

    flush(done) {
      if (done) waiting.push(done)
      if (underWay === null) begin()
    },

    // What else is under way is written by a thread of Node's, which the process waits for.
    flushSync() {
      let bytes = Buffer.concat([left ?? Buffer.alloc(0), take()])
      left = null
      for (let tries = 0; bytes.length > 0 && tries < mostLastTries;) {
        try {
          bytes = bytes.subarray(files.writeSync(fd, bytes))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return lose()
          tries += 1
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPauseMs)
        }
      }
    },
  }
}
