import { setTimeout as sleep } from 'node:timers/promises'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { processFamily } from '../support/process-family.ts'
import { startBuiltSite } from '../support/start-built-site.ts'

const html = '<h2 id="un">Un titre</h2><p>Un <b>mot</b> et un <a href="/x/">lien</a>.</p>'.repeat(200)
const posts = Array.from({ length: 60 }, (_, index) => fakePost(`article-${index}`, { html, tags: [tags.fr] }))
/**
 * Milliseconds after the process listens, which takes it two and a half seconds at most, as Ghost's lists come: while its process
 * for posts makes them, and once they are there.
 */
const moments = [0, 150, 300, 600, 1200]
const frozenMs = 7000

it.each(moments)(
  'shows every article as it was written though the machine freezes %i ms after the start',
  async (moment) => {
    await using ghost = await startFakeGhost(posts)
    ghost.state.delayMs = 2400
    await using site = await startBuiltSite({ ...ghost.env, POSTS_WAIT_MS: '20000', GHOST_TIMEOUT_MS: '60000' })
    const list = request(site.url)
      .get('/api/posts?lang=fr')
      .then(({ status }) => status)
    await sleep(moment)
    const frozen = await processFamily(site.pid)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await sleep(frozenMs)
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    expect(await list).toBe(200)
    ghost.state.delayMs = 0
    for (const { slug } of posts) {
      const { status, text } = await request(site.url).get(`/blog/${slug}`)
      expect([slug, status, text.includes('<b>mot</b>')]).toEqual([slug, 200, true])
    }
    expect(site.said()).not.toMatch(/beyond the bounds|could not be read/)
  },
  120_000,
)
