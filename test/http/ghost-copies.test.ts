import request from 'supertest'
import { expect, it } from 'vitest'
import { startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { linesAbout } from './support/instance.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const title = 'Titre de un-article'
const newTitle = 'Un titre nouveau'
const lifetimes = { POSTS_STALE_SECONDS: '3600' }

/** Each address has a copy of its own, which the others do not refresh. */
const copied = ['/blog', '/blog/un-article', '/api/posts?lang=en', '/api/posts/an-article?lang=en']

// See test/isolated/fault-table.test.ts for everything that may be wrong with Ghost.
it('still serves everything from its copy when Ghost fails', async () => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, lifetimes, () => now)
  const failures = () => linesAbout(site, '"level":50').length
  const copies = []
  for (const path of copied) {
    copies.push({ path, readAt: now, first: await request(site.app).get(path) })
    now += 31_000
  }
  for (const { first } of copies) expect(first.text).toMatch(/Titre de un-article|Title of an-article/)
  ghost.state.behaviour = 'answers 500'
  for (const age of [600_000, 1_200_000, 3_659_999]) {
    for (const { path, readAt, first } of copies) {
      now = readAt + age
      const [asked, failed] = [ghost.calls.length, failures()]
      const answer = await request(site.app).get(path)
      expect([path, age, answer.status, answer.text]).toEqual([path, age, 200, first.text])
      expect(answer.get('Cache-Status')).toContain('posts; fwd=stale')
      // The refresh behind the visitor's back fails each time.
      await expect.poll(() => ghost.calls.length, { interval: 5 }).toBe(asked + 1)
      await expect.poll(failures, { interval: 5 }).toBe(failed + 1)
    }
  }
})

it.each([
  { path: '/blog', status: 200 },
  { path: '/blog/un-article', status: 503 },
  { path: '/api/posts?lang=fr', status: 503 },
  { path: '/api/posts/un-article?lang=fr', status: 503 },
])('serves no copy of $path beyond POSTS_STALE_SECONDS', async ({ path, status }) => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, lifetimes, () => now)
  await request(site.app).get(path)
  ghost.state.behaviour = 'answers 500'
  now += 3_660_000
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain(title)
  expect(answer.get('Cache-Control')).toBe('no-store')
})

// See test/unit/revalidation.test.ts for the copy that is served when, fast-path.test.ts for the change of a stale one.
const shown = ['/blog', '/blog/un-article', '/api/posts/un-article?lang=fr']

it.each(shown)('asks for %s each time with POSTS_TTL_SECONDS=0', async (path) => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' }, () => noon)
  expect((await request(site.app).get(path)).text).toContain(title)
  ghost.state.posts = posts.map((post) => ({ ...post, title: newTitle }))
  expect((await request(site.app).get(path)).text).toContain(newTitle)
  ghost.state.posts = []
  expect((await request(site.app).get(path)).text).not.toContain(newTitle)
  expect(ghost.calls).toHaveLength(3)
})

it('shows the copy of a list that is late, rather than the loading text, though it asks each time', async () => {
  const env = { POSTS_TTL_SECONDS: '0', POSTS_WAIT_MS: '50', GHOST_TIMEOUT_MS: '10000' }
  const { ghost, site } = await startSiteWithGhost(posts, env, () => noon)
  await request(site.app).get('/api/posts?lang=fr')
  ghost.state.behaviour = 'hangs'
  expect((await request(site.app).get('/blog')).text).toContain(title)
})
