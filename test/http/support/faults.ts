import request from 'supertest'
import { expect, onTestFinished, vi } from 'vitest'
import type { Behaviour } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from './addresses.ts'
import { linesAbout } from './instance.ts'

/** Every way in which a call to Ghost can fail. */
export const faults = [
  ...['hangs', 'hangs in the body', 'answers 500', 'refuses the key', 'limits the rate', 'answers HTML'],
  ...['answers malformed JSON', 'answers the wrong shape', 'cuts the body off', 'redirects'],
] as const satisfies Behaviour[]

/**
 * One that never answers, one that says no, one whose answer is none. What visitors get of each of the others: docs/faults.md,
 * held by test/isolated/fault-table.test.ts; how each is read: test/unit/ghost-client.test.ts.
 */
export const someFaults = ['hangs', 'answers 500', 'answers the wrong shape'] as const satisfies Behaviour[]

/** Pages wait longer for a list than Ghost may take, so that a hanging Ghost counts as failing, not as late. */
const patient = { GHOST_TIMEOUT_MS: '5000', POSTS_WAIT_MS: '20000' }

/** Longer than a site leaves a Ghost alone that fails: whatever comes then is asked for anew. */
const pauseMs = 31_000

/**
 * A site in front of a Ghost that fails, with clocks of their own: a Ghost that hangs is given up at once, and one that has no
 * word for a busy machine is waited for.
 *
 * @param env of the site
 */
export async function startFailing(env: Record<string, string> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const { ghost, site } = await startSiteWithGhost(posts, { ...patient, ...env }, () => clock.now)
  onTestFinished(() => {
    vi.useRealTimers()
    // No call still hangs whose time will not come any more.
    ghost.hangUp()
  })

  /** Has the calls of `asked` on fail. */
  async function giveUp(asked: number): Promise<void> {
    if (!ghost.state.behaviour.startsWith('hangs')) return
    await expect.poll(() => ghost.calls.length, { interval: 2, timeout: 10_000 }).toBeGreaterThan(asked)
    vi.advanceTimersByTime(5000)
  }

  return {
    ghost,
    clock,
    site,
    pause: () => (clock.now += pauseMs),
    /** Asks for a path that Ghost is asked for as well. */
    async ask(path: string) {
      const asked = ghost.calls.length
      const [answer] = await Promise.all([request(site.url).get(path), giveUp(asked)])
      return answer
    },
    /** The outcome of what may ask a Ghost that hangs for several things. */
    async ended<T>(outcome: Promise<T>): Promise<T> {
      let isOver = false
      void outcome.finally(() => (isOver = true))
      const look = () => {
        if (ghost.state.behaviour.startsWith('hangs')) vi.advanceTimersByTime(1000)
        return isOver
      }
      await expect.poll(look, { interval: 10, timeout: 15_000 }).toBe(true)
      return outcome
    },
    failures: () => linesAbout(site, '"level":50'),
  }
}
