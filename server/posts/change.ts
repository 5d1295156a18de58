import { setTimeout as delay } from 'node:timers/promises'

/** A change at the source of the posts; plain data, so that instances can send it to each other. */
export type PostsChange = { kind: 'everything' } | { kind: 'posts'; slugs: readonly string[] }

export function mergeChanges(one: PostsChange, other: PostsChange): PostsChange {
  if (one.kind === 'everything' || other.kind === 'everything') return { kind: 'everything' }
  return { kind: 'posts', slugs: [...new Set([...one.slugs, ...other.slugs])] }
}

/**
 * Debounces changes: those that come within a moment make one refresh, and those that come during a refresh make one more after it.
 *
 * @param refresh runs once at a time; must not reject
 * @param wait resolves after the moment
 * @returns takes a change
 */
export function createDebounce(
  refresh: (change: PostsChange) => Promise<void>,
  wait: () => Promise<void>,
): (change: PostsChange) => void {
  let pending: PostsChange | null = null
  let isRunning = false

  async function run() {
    isRunning = true
    while (pending !== null) {
      await wait()
      const change: PostsChange = pending
      pending = null
      await refresh(change)
    }
    isRunning = false
  }

  return (change) => {
    pending = pending === null ? change : mergeChanges(pending, change)
    if (!isRunning) void run()
  }
}

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const gatheringMs = 100
/** The instance that Ghost notified reads first: Ghost is not asked by all at once. */
const headStartMs = 500

/**
 * Has posts read anew when they have changed.
 *
 * @param refresh reads them; never rejects
 * @param publish reports a change to the other instances
 */
export function createChanges(refresh: (change: PostsChange) => Promise<void>, publish: (change: PostsChange) => void) {
  return {
    /** Ghost reports a change to this instance. */
    onChange: createDebounce(
      (change) => {
        publish(change)
        return refresh(change)
      },
      () => delay(gatheringMs),
    ),

    /** Another instance reports one. */
    onPublished: createDebounce(refresh, () => delay(headStartMs, undefined, { ref: false })),
  }
}
