import { setTimeout as sleep } from 'node:timers/promises'
import { startSiteOnGhost } from './site-on-ghost.js'
import { get } from './timed-request.js'

/**
 * Measures a Ghost that takes 300 ms for each call, with lists that are fresh for 2 s and several visitors at once.
 *
 * @returns milliseconds: of `/en/blog` once the French list was read, of `/blog` once both lists were ready, and of later visits by
 *   their `Cache-Status`; and the number of calls for the list
 */
export async function measureSlowGhost({ visitors, seconds }) {
  const site = await startSiteOnGhost({ posts: 100, delayMs: 300 }, { POSTS_TTL_SECONDS: '2' })
  try {
    await get(`${site.url}/api/posts?lang=fr`)
    const unmadeMs = (await get(`${site.url}/en/blog`)).ms
    // Meanwhile the site prepares the lists.
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

/** Eight times of `/blog` in milliseconds, if Ghost never answers and no copy is held. */
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
