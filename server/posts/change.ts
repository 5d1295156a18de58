import { setTimeout as delay } from 'node:timers/promises'

/** A change at the source of the posts. */
export type PostsChange = { kind: 'everything' } | { kind: 'posts'; slugs: readonly string[] }

function mergeChanges(one: PostsChange, other: PostsChange): PostsChange {
  if (one.kind === 'everything' || other.kind === 'everything') return { kind: 'everything' }
  return { kind: 'posts', slugs: [...new Set([...one.slugs, ...other.slugs])] }
}

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const gatheringMs = 100

/**
 * Debounces changes: those that come within a moment make one refresh, and those that come during a refresh make one more after it.
 *
 * @param refresh runs once at a time; must not reject
 * @param wait resolves after the moment, 100 ms by default
 * @returns takes a change
 */
export function createDebounce(
  refresh: (change: PostsChange) => Promise<void>,
  wait: () => Promise<void> = () => delay(gatheringMs),
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
