import { type Representation, shrink } from '../http/content-encoding.ts'
import type { IdleQueue } from './idle-queue.ts'

/** What waits beyond that stays as it is: a flood of addresses is not to become hours of work. */
const mostWaiting = 300
/** A larger one takes a thread for seconds. */
const largestBytes = 512 * 1024

/**
 * Gives pages that are stored their smallest form when there is nothing else to do: the newest first, since the older of two
 * may be of posts that have changed, and none that is no longer stored.
 */
export function createShrinking(queue: IdleQueue) {
  /** The newest at the end. */
  const waiting: Representation[] = []
  /** `held`: nobody is to be idle yet. */
  let state: 'held' | 'resting' | 'working' = 'held'

  function work(): void {
    if (state !== 'resting' || waiting.length === 0) return
    state = 'working'
    queue.add(shrinkOneOfMany)
  }

  async function shrinkOneOfMany(): Promise<void> {
    try {
      await shrinkNewest()
    } finally {
      state = 'resting'
      work()
    }
  }

  /** Of what is as small as it gets already, there may be many: they take no time. */
  async function shrinkNewest(): Promise<void> {
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (await shrink(page)) return
    }
  }

  return {
    kept(page: Representation): void {
      if (page.encoded.identity.bytes.length > largestBytes) return
      waiting.push(page)
      if (waiting.length > mostWaiting) waiting.shift()
      work()
    },

    dropped(page: Representation): void {
      const index = waiting.indexOf(page)
      if (index !== -1) waiting.splice(index, 1)
    },

    shrinkNewest,

    /** From now on pages are made small as they come, and those that have come before. */
    start(): void {
      if (state === 'held') state = 'resting'
      work()
    },
  }
}

export type Shrinking = ReturnType<typeof createShrinking>
