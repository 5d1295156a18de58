import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Work that can wait until the process has little else to do. */
export type IdleQueue = { add: (job: () => Promise<void>) => void; idle: () => Promise<void> }

/** How long one look at the load takes, and how much of it may have been busy. */
const lookMs = 100
const busyBelow = 0.3
/** A site that is never idle gets its work done all the same. */
const looksAtMost = 100

/** Looks for a moment whether the event loop is mostly idle. */
export async function isLoopIdle(): Promise<boolean> {
  const before = performance.eventLoopUtilization()
  // A site that stops does not wait for this.
  await delay(lookMs, undefined, { ref: false })
  return performance.eventLoopUtilization(before).utilization < busyBelow
}

/**
 * One job after another, each when the process has been mostly idle for a moment.
 *
 * @param onFailure told of a job that rejected; the next ones are done all the same
 * @param isIdle one look at the load, which takes the moment that it tells of
 */
export function createIdleQueue(onFailure: (error: unknown) => void, isIdle = isLoopIdle): IdleQueue {
  let last = Promise.resolve()

  async function untilIdle(): Promise<void> {
    for (let look = 0; look < looksAtMost; look += 1) {
      if (await isIdle()) return
    }
  }

  return {
    add(job) {
      last = last.then(untilIdle).then(job).catch(onFailure)
    },
    /** Resolves once everything that has been added is done, and what that has added in turn. */
    async idle() {
      for (let seen = null; seen !== last;) {
        seen = last
        await seen
      }
    },
  }
}
