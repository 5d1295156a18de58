import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../log/log.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'
import { createSingleFlight } from '../posts/cache/single-flight.ts'
import type { DiskStore, Stored } from './disk-store.ts'
import type { Fetched, PictureSource } from './picture-source.ts'
import type { Render } from './renderer.ts'
import type { Wanted } from './encoding.ts'
import { encoderVersion, type Rendered } from './rendition.ts'

export type PictureAnswer =
  | { kind: 'picture'; picture: Stored }
  | { kind: 'missing' }
  | { kind: 'failed' }
  | { kind: 'busy'; retryAfterSeconds: number }

export type Pictures = (from: 'storage' | 'external', address: URL, wanted: Wanted) => Promise<PictureAnswer>

export type PicturesOptions = {
  sources: Record<'storage' | 'external', PictureSource>
  /** Whether Ghost's storage is not to be asked for now. */
  leaveStorageAlone: () => boolean
  render: Render
  store: DiskStore
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  /** How many pictures are made at once. */
  rendersAtOnce: number
}

/** Each holds a whole source in memory. */
const atOnce = { storage: 6, external: 3 }
const waiting = 120
const longestWaitMs = 20_000
const retryAfterSeconds = 5
/** For how long a source that failed is not asked for again, in any variant. A silent one may answer soon. */
const failureLifeMs = { missing: 30_000, refused: 30_000, undecodable: 3_600_000, failed: 5000, silent: 5000 }

/**
 * One variant of a picture: from the store, or fetched, rendered and stored. Requests for the same one share one rendering;
 * beyond a bounded queue they are asked to come back.
 */
export function createPictures(options: PicturesOptions): Pictures {
  const { sources, leaveStorageAlone, render, store, log, now, rendersAtOnce } = options
  const limits = {
    storage: createConcurrencyLimit(atOnce.storage, waiting, longestWaitMs),
    external: createConcurrencyLimit(atOnce.external, waiting, longestWaitMs),
  }
  // A request that gets so far has its source already, and is given the time.
  const renderLimit = createConcurrencyLimit(rendersAtOnce, Number.POSITIVE_INFINITY, 10 * longestWaitMs)
  /** When the storage was found silent, until it answers again. */
  let silentSince = Number.NEGATIVE_INFINITY
  const inFlight = createSingleFlight<PictureAnswer>()
  const failures = new LRUCache<string, PictureAnswer>({
    max: 1000,
    ttlResolution: 0,
    perf: { now },
  })

  async function make(key: string, from: 'storage' | 'external', address: URL, wanted: Wanted): Promise<PictureAnswer> {
    const stored = await store.get(key)
    if (stored) return { kind: 'picture', picture: stored }
    const asked = now()
    const answer = await limits[from](async (): Promise<PictureAnswer> => {
      // A request that stood in the queue meanwhile has waited enough: a browser's other requests wait behind it.
      if (from === 'storage' && (silentSince > asked || leaveStorageAlone())) return { kind: 'busy', retryAfterSeconds }
      const known = failures.get(address.href)
      if (known) return known
      const fetched = await sources[from](address)
      if (from === 'storage') silentSince = fetched.kind === 'silent' ? now() : Number.NEGATIVE_INFINITY
      if (fetched.kind !== 'bytes') return failure(address, fetched)
      return (await renderLimit(() => made(key, address, fetched.bytes, wanted))) ?? { kind: 'busy', retryAfterSeconds }
    })
    return answer ?? { kind: 'busy', retryAfterSeconds }
  }

  async function made(key: string, address: URL, bytes: Buffer, wanted: Wanted): Promise<PictureAnswer> {
    // Another variant of it may have been tried while this one waited for its turn.
    const known = failures.get(address.href)
    if (known) return known
    const rendered = await render(bytes, wanted)
    if (rendered.kind === 'rendered') return { kind: 'picture', picture: await store.put(key, rendered.rendition) }
    return failure(address, rendered)
  }

  /** Of a picture that could not be had, the log gets the path alone: the address of the CMS is in no line either. */
  function failure(
    address: URL,
    outcome: Exclude<Fetched, { kind: 'bytes' }> | Exclude<Rendered, { kind: 'rendered' }>,
  ): PictureAnswer {
    const answer: PictureAnswer = outcome.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed' }
    if (outcome.kind !== 'missing') {
      log.warn({ picture: address.pathname, reason: outcome.reason }, 'a picture cannot be shown')
    }
    failures.set(address.href, answer, { ttl: failureLifeMs[outcome.kind] })
    return answer
  }

  return (from, address, wanted) => {
    const key = keyOf(address, wanted)
    return inFlight.run(key, () => make(key, from, address, wanted))
  }
}

/** 32 hex characters for all that a rendition depends on. */
function keyOf({ href }: URL, { variant, modern }: Wanted): string {
  return createHash('sha256')
    .update(JSON.stringify([encoderVersion, href, variant, variant === 'share' ? [] : modern]))
    .digest('hex')
    .slice(0, 32)
}
