import { spawn } from 'node:child_process'
import { codeOf } from '../runtime/writable-folder.ts'
import { boundedCommand, boundedEnvironment } from '../runtime/bounded-process.ts'
import type { Original } from './original.ts'

/**
 * `undecodable`: the decoder was tried and would fail again; `unavailable`: there is no decoder on this machine. `reason` is for
 * the log.
 */
export type NoOutput = { kind: 'refused' | 'undecodable' | 'unavailable'; reason: string }

type Output = { kind: 'output'; bytes: Buffer } | NoOutput

export type PictureProcessOptions = {
  /** Decoding and encoding one picture may take so many bytes. */
  memoryBytes: number
  /** Processor time for one picture, in seconds. */
  cpuSeconds?: number
  /** The script that makes a picture of its standard input. */
  script: string
}

/** Exit codes of a script without a picture: EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE (sysexits.h). */
export const exits: Record<NoOutput['kind'], number> = { undecodable: 65, refused: 66, unavailable: 69 }

/** Node, libvips and the stacks of their threads: 20 to 30 MB of data before the first pixel, measured. */
const ownBytes = 48 * 1024 * 1024
/** A picture of 2400 pixels takes a few megabytes; one that passes as it is has up to 20. */
const mostOutputBytes = 32 * 1024 * 1024
/** The cause comes last in libvips' messages. */
const mostReasonCharacters = 200

/** Without a compiler V8 maps no room for code, which is 512 MB of writable memory on Node 24. */
const flags = ['--jitless', '--v8-pool-size=0']

const environment = {
  ...boundedEnvironment,
  // A large picture would go to a temporary file, which in a container is memory too.
  VIPS_DISC_THRESHOLD: '1000g',
}

/**
 * Runs a script that makes a picture, each time in a process of its own: what a decoder takes, leaks or breaks ends with it. A
 * header says neither how much memory a picture takes nor the truth, so that the kernel counts (setrlimit(2), RLIMIT_DATA: Linux
 * 4.7 and newer).
 */
export function createPictureProcess({ memoryBytes, cpuSeconds = 30, script }: PictureProcessOptions) {
  const bounds = { cpuSeconds, dataBytes: memoryBytes + ownBytes, flags }
  return (input: Buffer | Original, argument: string): Promise<Output> => {
    const [file, args] = boundedCommand(script, bounds, argument)
    return new Promise((resolve) => {
      const stdin = Buffer.isBuffer(input) ? 'pipe' : input.fd
      const child = spawn(file, args, {
        env: environment,
        stdio: [stdin, 'pipe', 'ignore'],
      })
      const output: Buffer[] = []
      let length = 0
      child.stdout?.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > mostOutputBytes) child.kill('SIGKILL')
        else output.push(chunk)
      })
      child.once('error', (error) => resolve({ kind: 'refused', reason: codeOf(error) }))
      child.once('close', (code, signal) => {
        if (length > mostOutputBytes) {
          resolve({ kind: 'undecodable', reason: `more than ${mostOutputBytes} bytes came of it` })
        } else {
          resolve(outcomeOf(code, signal, Buffer.concat(output)))
        }
      })
      // It may end before it has read everything.
      if (Buffer.isBuffer(input)) child.stdin?.on('error', () => {}).end(input)
    })
  }
}

/** The site's own end, or its own fault, is not held against the picture. */
function outcomeOf(code: number | null, signal: NodeJS.Signals | null, bytes: Buffer): Output {
  if (code === 0) return { kind: 'output', bytes }
  for (const kind of ['undecodable', 'refused', 'unavailable'] as const) {
    if (code === exits[kind]) return { kind, reason: bytes.toString().slice(-mostReasonCharacters) }
  }
  if (signal !== null && signal !== 'SIGTERM' && signal !== 'SIGINT') {
    return { kind: 'undecodable', reason: `ended by ${signal}` }
  }
  return { kind: 'refused', reason: `the picture's process ended: ${signal ?? code}` }
}
