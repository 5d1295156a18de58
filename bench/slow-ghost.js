import { setTimeout as sleep } from 'node:timers/promises'
import { startSiteOnGhost } from './site-on-ghost.js'
import { get } from './timed-request.js'

/**
 * A Ghost that takes 300 ms, copies that live for 2 s, so many visitors at once.
 *
 * @returns in milliseconds how long `/en/blog` took as soon as one list was there, `/blog` when the lists were made, and then by
 *   how the posts were held; and how often Ghost was asked
 */
export async function measureSlowGhost({ visitors, seconds }) {
  const site = await startSiteOnGhost({ posts: 100, delayMs: 300 }, { POSTS_TTL_SECONDS: '2' })
  try {
    await get(`${site.url}/api/posts?lang=fr`)
    const unmadeMs = (await get(`${site.url}/en/blog`)).ms
    // The site makes the lists meanwhile.
    await sleep(8000)
    const firstMs = (await get(`${site.url}/blog`)).ms
    const before = (await site.ghost.calls()).fr
    const end = performance.now() + seconds * 1000
    const times = { hit: [], stale: [], miss: [] }
    const visit = async () => {
      while (performance.now() < end) {
        const { ms, headers } = await get(`${site.url}/blog`)
        times[/posts; (?:fwd=)?(\w+)/.exec(headers['cache-status'])?.[1] ?? 'miss'].push(ms)
      }
    }
    await Promise.all(Array.from({ length: visitors }, visit))
    return { unmadeMs, firstMs, times, calls: (await site.ghost.calls()).fr - before }
  } finally {
    await site.stop()
  }
}

/** A Ghost that never answers, and nothing held: how long `/blog` takes, eight times, in milliseconds. */
export async function measureHangingGhost() {
  const site = await startSiteOnGhost({ posts: 1, delayMs: 600_000 }, { GHOST_TIMEOUT_MS: '2000' })
  try {
    const times = []
    for (let visit = 0; visit < 8; visit += 1) {
      times.push((await get(`${site.url}/blog`)).ms)
      await sleep(300)
    }
    return times
  } finally {
    await site.stop()
  }
}
