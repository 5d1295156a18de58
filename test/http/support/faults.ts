import { expect, onTestFinished, vi } from 'vitest'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from './addresses.ts'

/** Pages wait longer for a list than Ghost may take, so that a hanging Ghost counts as failing, not as late. */
const patient = { GHOST_TIMEOUT_MS: '5000', POSTS_WAIT_MS: '20000' }

/**
 * A site in front of a Ghost that may hang, with a clock that stands still and timers of its own: a Ghost that hangs is given up
 * at once, and one that has no word for a busy machine is waited for.
 */
export async function startFailing() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ghost, site } = await startSiteWithGhost(posts, patient, () => Date.parse('2026-11-20T12:00:00Z'))
  onTestFinished(() => {
    vi.useRealTimers()
    // Calls that still hang would never end, now that fake time is over.
    ghost.hangUp()
  })
  return {
    ghost,
    site,
    /** The outcome of requests that may ask a hanging Ghost several times: each call times out in turn. */
    async ended<T>(outcome: Promise<T>): Promise<T> {
      let isOver = false
      void outcome.finally(() => (isOver = true))
      const look = () => {
        if (ghost.state.behaviour === 'hangs') vi.advanceTimersByTime(1000)
        return isOver
      }
      await expect.poll(look, { interval: 10, timeout: 15_000 }).toBe(true)
      return outcome
    },
  }
}
