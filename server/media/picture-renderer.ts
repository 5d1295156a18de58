import { createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import type { Observer } from '../runtime/observer.ts'
import { createPictureProcess, type PictureProcessOptions } from './picture-process.ts'
import type { Wanted } from './encoding.ts'
import { type Original, readOriginal } from './original.ts'
import { formatOf } from './picture-format.ts'
import { parseRendition, type Rendered } from './rendition.ts'

export type PictureRenderer = (original: Original, wanted: Wanted) => Promise<Rendered>

/** A render is given so much: enough for a progressive JPEG of 24 megapixels, or an AVIF of 8. */
const usualMemoryBytes = 192 * 1024 * 1024

/** How many pictures are made at once: as many as the memory is enough for, at most three, and one core stays for visitors. */
export function rendersWithin(memoryBytes: number, cores: number): number {
  return Math.max(1, Math.min(3, cores - 1, Math.floor(memoryBytes / usualMemoryBytes)))
}

/** A process waits so long for its place, in milliseconds: as long as the slowest picture takes. */
const longestWaitMs = 30_000

/**
 * Places in memory for the processes in which pictures, share images and posts are made: each has one for as long as it lives. With
 * them all bounds add up to less than a container has, see docs/operations.md.
 *
 * @returns `take`: runs a task in a place, null after half a minute without one; `memoryBytes`: what a picture may take in its place
 */
export function createPlaces(memoryBytes: number, cores: number) {
  const most = rendersWithin(memoryBytes, cores)
  return {
    take: createConcurrencyLimit(most, Number.POSITIVE_INFINITY, longestWaitMs),
    memoryBytes: Math.floor(memoryBytes / most),
  }
}

export type Places = ReturnType<typeof createPlaces>

/** Makes each picture in a process of its own, and passes it on as it is where that has no decoder. */
export function createPictureRenderer(options: PictureProcessOptions): PictureRenderer {
  const inProcess = createPictureProcess(options)
  return async (original, wanted) => {
    const output = await inProcess(original, JSON.stringify(wanted))
    if (output.kind === 'unavailable') return asItIs(original, output.reason)
    if (output.kind !== 'output') return { kind: output.kind, reason: output.reason }
    const rendition = parseRendition(output.bytes)
    return rendition === null
      ? { kind: 'undecodable', reason: 'no picture came of it' }
      : { kind: 'rendered', rendition }
  }
}

async function asItIs(original: Original, reason: string): Promise<Rendered> {
  const bytes = await readOriginal(original)
  const format = formatOf(bytes)
  if (format === null) return { kind: 'refused', reason: 'not a picture' }
  return { kind: 'unrendered', rendition: { format, bytes, size: null }, reason }
}

/** The same `render`; each picture is counted, with how long it took. */
export function observeRender(render: PictureRenderer, { onPicture }: Observer): PictureRenderer {
  return async (original, wanted) => {
    const began = performance.now()
    const rendered = await render(original, wanted)
    onPicture(rendered.kind, performance.now() - began)
    return rendered
  }
}
