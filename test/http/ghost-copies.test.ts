import request from 'supertest'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { someFaults, startFailing } from './support/faults.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const paths = ['/blog', '/blog/un-article', '/api/posts?lang=fr', '/api/posts/un-article?lang=fr']
/** A page with a list, an article for programs; which copy is served when: test/unit/revalidation.test.ts. */
const chosen = ['/blog', '/api/posts/un-article?lang=fr']
const title = 'Titre de un-article'
const newTitle = 'Un titre nouveau'
const retitled = posts.map((post) => ({ ...post, title: newTitle }))
const lifetimes = { POSTS_TTL_SECONDS: '60', POSTS_STALE_SECONDS: '3600' }

/** Each has a copy of its own, which the others do not refresh. */
const copied = ['/blog', '/blog/un-article', '/api/posts?lang=en', '/api/posts/an-article?lang=en']

it.each(someFaults)('still serves everything from its copy when Ghost %s', async (fault) => {
  const { ghost, clock, site, pause, ask, failures } = await startFailing(lifetimes)
  const copies = []
  for (const path of copied) {
    copies.push({ path, readAt: clock.now, first: await request(site.url).get(path) })
    pause()
  }
  for (const { first } of copies) expect(first.text).toMatch(/Titre de un-article|Title of an-article/)
  ghost.state.behaviour = fault
  for (const age of [600_000, 1_200_000, 3_659_999]) {
    for (const { path, readAt, first } of copies) {
      clock.now = readAt + age
      const [asked, failed] = [ghost.calls.length, failures().length]
      const answer = await ask(path)
      expect([path, age, answer.status, answer.text]).toEqual([path, age, 200, first.text])
      expect(answer.get('Cache-Status')).toContain('posts; fwd=stale')
      // Each time it is tried again behind the visitor's back, and fails.
      await expect.poll(() => ghost.calls.length, { interval: 5 }).toBe(asked + 1)
      await expect.poll(() => failures().length, { interval: 5 }).toBe(failed + 1)
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

it.each(chosen)('asks for %s once while its copy is fresh', async (path) => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, lifetimes, () => now)
  await request(site.app).get(path)
  ghost.state.posts = retitled
  now += 59_999
  const answer = await request(site.app).get(path)
  expect(answer.text).toContain(title)
  expect(answer.get('Cache-Status')).toContain('posts; hit')
  expect(ghost.calls).toHaveLength(1)
})

it.each(chosen)('serves an old copy of %s while it is refreshed, and the new post after that', async (path) => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, lifetimes, () => now)
  await request(site.app).get(path)
  ghost.state.posts = retitled
  ghost.state.delayMs = 100
  now += 60_000
  const stale = await request(site.app).get(path)
  expect(stale.text).toContain(title)
  expect(stale.get('Cache-Status')).toContain('posts; fwd=stale')
  await expect.poll(async () => (await request(site.app).get(path)).text).toContain(newTitle)
  expect(ghost.calls).toHaveLength(2)
})

it.each(chosen)('asks for %s each time when POSTS_TTL_SECONDS is 0', async (path) => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' }, () => noon)
  expect((await request(site.app).get(path)).text).toContain(title)
  ghost.state.posts = retitled
  expect((await request(site.app).get(path)).text).toContain(newTitle)
  ghost.state.posts = []
  expect((await request(site.app).get(path)).text).not.toContain(newTitle)
  expect(ghost.calls).toHaveLength(3)
})

it.each(someFaults)('serves everything from its copy when Ghost %s, though it asks each time', async (fault) => {
  const { ghost, site, pause, ask } = await startFailing({ POSTS_TTL_SECONDS: '0' })
  for (const path of paths) await request(site.url).get(path)
  ghost.state.behaviour = fault
  for (const path of paths) {
    pause()
    const asked = ghost.calls.length
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.text).toContain(title)
    expect(ghost.calls).toHaveLength(asked + 1)
  }
})

it('shows the copy of a list that is late, rather than the loading text, though it asks each time', async () => {
  await using ghost = await startFakeGhost(posts)
  const env = { ...ghost.env, POSTS_TTL_SECONDS: '0', POSTS_WAIT_MS: '50', GHOST_TIMEOUT_MS: '10000' }
  await using site = await startSite(env, () => noon)
  await request(site.app).get('/api/posts?lang=fr')
  ghost.state.behaviour = 'hangs'
  expect((await request(site.app).get('/blog')).text).toContain(title)
})
