import { setTimeout as delay } from 'node:timers/promises'

/** Ghost sends the three or four deliveries of one change within about ten milliseconds. */
const gatheringMs = 100

/**
 * Runs `refresh` once for all changes within `gatheringMs`. Changes that arrive while it runs cause one more run.
 *
 * @param refresh must not reject
 * @returns a function to call at each change
 */
export function createDebounce(refresh: () => Promise<void>, wait = () => delay(gatheringMs)): () => void {
  let isPending = false
  let last = Promise.resolve()
  return () => {
    if (isPending) return
    isPending = true
    last = last.then(wait).then(() => {
      isPending = false
      return refresh()
    })
  }
}
