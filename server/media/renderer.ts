import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../config/project-root.ts'
import { boundedCommand, boundedEnvironment } from '../runtime/bounded-process.ts'
import type { Wanted } from './encoding.ts'
import { formatOf, isDecoded } from './picture-format.ts'
import { render, type Rendered, undecodable, undecodableExit } from './rendition.ts'

export type Render = (bytes: Buffer, wanted: Wanted) => Promise<Rendered>

export type RendererOptions = {
  /** What decoding and encoding one picture may take, in bytes. */
  memoryBytes: number
  /** Processor time for one picture, in seconds. */
  cpuSeconds?: number
  /** The script that makes a picture; tests have their own. */
  script?: string
}

const mebibyte = 1024 * 1024
/** What one render is given: enough for a progressive JPEG of 24 megapixels, or an AVIF of 8. */
const usualMemoryBytes = 192 * mebibyte
/** Node, libvips and the stacks of their threads: 20 to 30 MB of data before the first pixel, measured. */
const ownBytes = 48 * mebibyte
/** One picture of 2400 pixels takes a few megabytes. */
const mostOutputBytes = 64 * mebibyte
/** Of libvips' messages, the cause comes last. */
const mostReasonCharacters = 200

/** Without a compiler V8 maps no room for code, which is 512 MB of writable memory on Node 24. */
const flags = ['--jitless', '--v8-pool-size=0']

const environment = {
  ...boundedEnvironment,
  // A large picture would go to a temporary file, which in a container is memory too.
  VIPS_DISC_THRESHOLD: '1000g',
}

/** How many pictures are made at once: as many as the memory is enough for, at most three, and one core stays for visitors. */
export function rendersWithin(memoryBytes: number, cores: number): number {
  return Math.max(1, Math.min(3, cores - 1, Math.floor(memoryBytes / usualMemoryBytes)))
}

/**
 * Makes each picture in a process of its own: what a decoder takes, leaks or breaks ends with it. A header says neither how
 * much memory a picture takes nor the truth, so that the kernel counts (setrlimit(2), RLIMIT_DATA: Linux 4.7 and newer).
 */
export function createRenderer({
  script = join(projectRoot, 'dist/server/render-process.js'),
  ...options
}: RendererOptions): Render {
  const inProcess = createProcess({ ...options, script })
  return (bytes, wanted) => {
    const format = formatOf(bytes)
    if (format === null || !isDecoded(format)) return render(bytes, wanted)
    return inProcess(bytes, JSON.stringify(wanted))
  }
}

/** Runs a script that makes a picture of its standard input, each time in a process of its own. */
export function createProcess({ memoryBytes, cpuSeconds = 30, script }: RendererOptions & { script: string }) {
  const bounds = { cpuSeconds, dataBytes: memoryBytes + ownBytes, flags }
  return (bytes: Buffer, argument: string): Promise<Rendered> => {
    return new Promise((resolve) => {
      const child = execFile(
        ...boundedCommand(script, bounds, argument),
        { encoding: 'buffer', env: environment, maxBuffer: mostOutputBytes },
        (error, output) => resolve(error === null ? made(output) : failed(error, output)),
      )
      // It may end before it has read everything.
      child.stdin?.on('error', () => {}).end(bytes)
    })
  }
}

function made(bytes: Buffer): Rendered {
  const format = formatOf(bytes)
  return format === null ? undecodable('no picture came of it') : { kind: 'rendered', rendition: { format, bytes } }
}

/** The site's own end, or its own fault, is not held against the picture. */
function failed({ code, signal }: { code?: unknown; signal?: unknown }, output: Buffer): Rendered {
  if (code === undecodableExit) return undecodable(output.toString().slice(-mostReasonCharacters))
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return undecodable(`more than ${mostOutputBytes} bytes came of it`)
  if (typeof signal === 'string' && signal !== 'SIGTERM' && signal !== 'SIGINT') {
    return undecodable(`ended by ${signal}`)
  }
  return { kind: 'refused', reason: `the picture's process ended: ${String(signal ?? code)}` }
}
