import { median } from './median.js'
import { processorMicroseconds, residentMiB } from './process-statistics.js'
import { startSiteOnGhost } from './site-on-ghost.js'
import { get } from './timed-request.js'
import { deliverChange, webhookSecret } from './webhook.js'

const paths = ['/api/posts?lang=fr', '/blog', '/rss.xml', '/feed.json', '/sitemap.xml', '/blog/article-fr-0']

/** Refreshes both lists by a webhook, and measures meanwhile how long other requests wait. */
async function refresh({ url, pid, ghost }, posts) {
  const { pages: before } = await ghost.calls()
  const spent = await processorMicroseconds(pid)
  const began = performance.now()
  await deliverChange(url)
  let maxMs = 0
  let done = false
  while (!done) {
    maxMs = Math.max(maxMs, (await get(`${url}/healthz`)).ms)
    const { pages } = await ghost.calls()
    const { headers } = await get(`${url}/api/posts?lang=en`)
    done = pages - before >= 2 * Math.ceil(posts / 100) && headers['cache-status'] === 'posts; hit'
  }
  const elapsedMs = performance.now() - began
  const processorMs = spent === null ? null : Math.round(((await processorMicroseconds(pid)) - spent) / 1000)
  return { elapsedMs, processorMs, maxMs }
}

async function warmTimes(url, count = 30) {
  const times = []
  for (let round = 0; round < count; round += 1) times.push((await get(url)).ms)
  return times
}

/**
 * Measures a number of posts in each language, with `pageSize` posts on one page of the list (0: all).
 *
 * @returns bytes and milliseconds of each address, and the time and memory of the process; null if the system does not tell them
 */
export async function measureManyPosts(posts, pageSize) {
  const site = await startSiteOnGhost(
    { posts },
    {
      BLOG_PAGE_SIZE: String(pageSize),
      GHOST_WEBHOOK_SECRET: webhookSecret,
      POSTS_TTL_SECONDS: '3600',
      POSTS_WAIT_MS: '120000',
      GHOST_TIMEOUT_MS: '120000',
    },
  )
  try {
    const answers = []
    for (const path of paths) {
      const cold = await get(site.url + path)
      if (cold.status !== 200) throw new Error(`${path}: status ${cold.status}; expected 200`)
      const plain = await get(site.url + path, 'identity')
      const warmMs = median(await warmTimes(site.url + path))
      answers.push({ path, bytes: plain.body.length, brotliBytes: cold.body.length, coldMs: cold.ms, warmMs })
    }
    const refreshed = await refresh(site, posts)
    const { articles } = await site.ghost.calls()
    return { answers, startMs: site.startMs, residentMiB: await residentMiB(site.pid), articles, refreshed }
  } finally {
    await site.stop()
  }
}
