import { setTimeout as delay } from 'node:timers/promises'
import { createDebounce, type PostsChange } from '../posts/change.ts'

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const gatheringMs = 100
/** The instance that Ghost notified reads first: Ghost is not asked by all at once. */
const headStartMs = 500
/** Any client can cause this, so it happens no more often than copies expire by themselves. */
const restAfterUnreadMs = 60_000

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

    restAfterUnread: () => delay(restAfterUnreadMs, undefined, { ref: false }),
  }
}
