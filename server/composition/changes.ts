import { setTimeout as delay } from 'node:timers/promises'
import { createDebounce, type PostsChange } from '../posts/change.ts'

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const gatheringMs = 100
/** The instance that Ghost notified reads first: Ghost is not asked by all at once. */
const headStartMs = 500
/** Any client can cause this, so it happens about as often as copies expire by themselves, within these bounds. */
const [leastRestMs, mostRestMs] = [1000, 60_000]

/**
 * Has posts read anew when they have changed.
 *
 * @param refresh reads them; never rejects
 * @param publish reports a change to the other instances
 * @param ttlMs how long copies are fresh
 */
export function createChanges(
  refresh: (change: PostsChange) => Promise<void>,
  publish: (change: PostsChange) => void,
  ttlMs: number,
) {
  const restMs = Math.min(Math.max(ttlMs, leastRestMs), mostRestMs)
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

    restAfterUnread: () => delay(restMs, undefined, { ref: false }),
  }
}
