import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../runtime/log.ts'
import { type CallLimit, createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import { createSingleFlight } from '../posts/cache/single-flight.ts'
import type { DiskStore, Stored } from './disk-store.ts'
import type { Wanted } from './encoding.ts'
import type { Original } from './original.ts'
import type { PictureRenderer } from './picture-renderer.ts'
import type { Fetched, PictureSource } from './picture-source.ts'
import { encoderVersion, type Rendered, type Rendition } from './rendition.ts'
import { sharpRemedy } from './sharp.ts'

export type PictureAnswer =
  | { kind: 'picture'; picture: Stored }
  /** As it was, since there is no decoder: another one may follow under the same address. */
  | { kind: 'unrendered'; picture: Rendition }
  | { kind: 'missing' | 'failed' | 'busy' }

type From = 'storage' | 'external'

export type PicturesOptions = {
  sources: Record<From, PictureSource>
  /** Whether Ghost's storage is not to be asked for now. */
  leaveStorageAlone: () => boolean
  render: PictureRenderer
  store: DiskStore
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  /** Places in memory: each picture is made in one. */
  takePlace: CallLimit
}

/** How many originals of one host are fetched and made into pictures at once. */
const atOnce: Record<From, number> = { storage: 6, external: 2 }
/**
 * All hosts but Ghost's have so many calls at once together: names that lead nowhere take a thread of the process each while they are
 * looked up.
 */
const externalAtOnce = 3
const waiting = 120
/** No request stands longer in a host's queue; one that has its original waits longer for a place. */
const longestWaitMs = 3000
/** For how long a source that failed is not asked for again, in any variant. A silent one may answer soon. */
const failureLifeMs = { missing: 30_000, refused: 30_000, undecodable: 3_600_000, failed: 5000, silent: 5000 }
/** For how long a host that did not answer in time is left alone; Ghost's storage is asked again once its queue has gone. */
const silenceMs: Record<From, number> = { storage: 0, external: 30_000 }
const mostHosts = 200

/**
 * Finds a picture's variant in the store, or fetches, renders and stores it. Clients and hosts have a share each of the work that
 * is done at once; requests for a picture that is being made share it; beyond a bounded queue they are asked to come back.
 */
export function createPictures(options: PicturesOptions) {
  const { sources, leaveStorageAlone, render, store, log, now, takePlace } = options
  const hostLimits = new LRUCache<string, CallLimit>({ max: mostHosts })
  const externalLimit = createConcurrencyLimit(externalAtOnce, waiting, longestWaitMs)
  /** When hosts were found silent, and how many requests had come by then; until they answer again. */
  const silences = new LRUCache<string, { at: number; requests: number }>({ max: mostHosts })
  let requests = 0
  const inFlight = createSingleFlight<PictureAnswer>()
  const failures = new LRUCache<string, PictureAnswer>({
    max: 1000,
    ttlResolution: 0,
    perf: { now },
  })
  let hasSharp = true

  /** A host's queue is its own, so that a slow host keeps none of another's waiting. */
  function inTurn(from: From, { host }: URL, client: string, task: () => Promise<PictureAnswer>) {
    const hostLimit = hostLimits.get(host) ?? createConcurrencyLimit(atOnce[from], waiting, longestWaitMs)
    hostLimits.set(host, hostLimit)
    return hostLimit(() => (from === 'storage' ? task() : externalLimit(task, host)), client)
  }

  /** @param number of the request: one that stood in the queue while its host was found silent has waited enough */
  function isLeftAlone(from: From, { host }: URL, number: number): boolean {
    if (from === 'storage' && leaveStorageAlone()) return true
    const silence = silences.get(host)
    if (silence === undefined) return false
    const elapsed = now() - silence.at
    return number <= silence.requests || (elapsed >= 0 && elapsed < silenceMs[from])
  }

  /** @param client the rate-limit key of the one that asks */
  async function find(from: From, address: URL, wanted: Wanted, client: string): Promise<PictureAnswer> {
    const key = keyOf(address, wanted)
    requests += 1
    const number = requests
    const stored = await store.get(key)
    if (stored) return { kind: 'picture', picture: stored }
    const make = async (): Promise<PictureAnswer> => {
      // It may have been made meanwhile, for a request that stood before this one.
      const made = await store.get(key)
      if (made) return { kind: 'picture', picture: made }
      if (isLeftAlone(from, address, number)) return { kind: 'busy' }
      const known = failures.get(address.href)
      if (known) return known
      const fetched = await sources[from](address)
      if (fetched.kind === 'silent') silences.set(address.host, { at: now(), requests })
      else silences.delete(address.host)
      if (fetched.kind !== 'original') return failure(address, fetched)
      const { original } = fetched
      try {
        // A request that gets so far has its original already, and is given the time.
        return (await takePlace(() => rendered(key, address, original, wanted), client)) ?? { kind: 'busy' }
      } finally {
        await original.close()
      }
    }
    const answer = await (inFlight.get(key) ?? inTurn(from, address, client, () => inFlight.run(key, make)))
    return answer ?? { kind: 'busy' }
  }

  async function rendered(key: string, address: URL, original: Original, wanted: Wanted): Promise<PictureAnswer> {
    // Another variant of it may have been tried while this one waited for its turn.
    const known = failures.get(address.href)
    if (known) return known
    const outcome = await render(original, wanted)
    if (outcome.kind === 'unrendered') {
      if (hasSharp) log.error({ reason: outcome.reason }, sharpRemedy)
      hasSharp = false
      return { kind: 'unrendered', picture: outcome.rendition }
    }
    if (outcome.kind !== 'rendered') return failure(address, outcome)
    hasSharp = true
    return { kind: 'picture', picture: await store.put(key, outcome.rendition) }
  }

  /** Logs only the path of a picture that failed: the address of the CMS is in no line either. */
  function failure(
    address: URL,
    outcome: Exclude<Fetched, { kind: 'original' }> | Extract<Rendered, { kind: 'refused' | 'undecodable' }>,
  ): PictureAnswer {
    const answer: PictureAnswer = { kind: outcome.kind === 'missing' ? 'missing' : 'failed' }
    if (outcome.kind !== 'missing') {
      log.warn({ picture: address.pathname, reason: outcome.reason }, 'a picture cannot be shown')
    }
    failures.set(address.href, answer, { ttl: failureLifeMs[outcome.kind] })
    return answer
  }

  return { find, diagnostics: () => (hasSharp ? [] : [sharpRemedy]) }
}

/** 32 hex characters for all that a rendition depends on. */
function keyOf({ href }: URL, { variant, modern }: Wanted): string {
  return createHash('sha256')
    .update(JSON.stringify([encoderVersion, href, variant, variant === 'share' ? [] : modern]))
    .digest('hex')
    .slice(0, 32)
}
