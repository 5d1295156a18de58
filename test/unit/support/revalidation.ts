import { createRevalidation } from '../../../server/posts/cache/revalidation.ts'
import type { Entries, CacheEntry } from '../../../server/posts/cache/store.ts'
import { createGuard } from '../../../server/posts/cache/guard.ts'
import { defectOf, type Failure } from '../../../server/posts/cache/source.ts'

export type Page = { text: string }
type Reading = { kind: 'read'; value: Page | null } | Failure

export const read = (text: string): Reading => ({ kind: 'read', value: { text } })
export const absent: Reading = { kind: 'read', value: null }
export const failed: Failure = {
  kind: 'failed',
  message: '-',
  type: 'NetworkError',
  retryAfterSeconds: null,
  fault: 'source',
}
export const defect = defectOf(new Error('a defect of ours'))

/** Entries whose version is their text. */
function createEntries(): Entries<Page, string> {
  const map = new Map<string, CacheEntry<Page>>()
  return {
    get: (key) => map.get(key),
    set(key, value, readAt) {
      if ((map.get(key)?.readAt ?? 0) <= readAt)
        map.set(key, { value, version: value.text, readAt, listedOnly: value.text === 'listed' })
    },
    delete: (key) => void map.delete(key),
    all: () => map.values(),
  }
}

type Options = { ttlMs?: number; staleMs?: number; maxAbsent?: number }

/** An instance of 10 s fresh and 100 s stale on a clock that stands still; the test answers its calls, or `reading` does. */
export function setUp({ ttlMs = 10_000, staleMs = 100_000, maxAbsent = 10 }: Options = {}) {
  const world = {
    now: 1_700_000_000_000,
    reading: read('one') as Reading | 'by hand',
    asked: [] as string[],
    failures: [] as string[],
  }
  const calls: ((reading: Reading) => void)[] = []
  const guard = createGuard({
    now: () => world.now,
    random: () => 0,
    backsOff: ttlMs > 0,
    timeoutMs: 60_000,
    onOpen: () => {},
    onClose: () => {},
  })
  const entries = createEntries()
  const onFailure = (key: string, { type, message }: Failure) => world.failures.push(`${key}: ${type}: ${message}`)
  const cache = createRevalidation<Page, string>(
    { guard, now: () => world.now, ttlMs, staleMs, maxAbsent, onFailure },
    {
      entries,
      read: (key) =>
        guard.call(key, () => {
          world.asked.push(key)
          if (world.reading !== 'by hand') return Promise.resolve(world.reading)
          return new Promise<Reading>((resolve) => calls.push(resolve))
        }),
    },
  )
  /** Lets a refresh in the background come to its end. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the call that has waited longest. */
  async function answerNext(reading: Reading) {
    calls.shift()?.(reading)
    await settled()
  }
  function change(key: string): Promise<void> {
    cache.expire(key)
    return cache.refresh(key)
  }
  return { cache, world, guard, entries, settled, answerNext, change }
}

/** The same, which has read `a` as "one". */
export async function setUpCached(options?: Options) {
  const one = setUp(options)
  await one.cache.get('a')
  return one
}
