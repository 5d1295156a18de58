import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const title = 'Titre de un-article'
const newTitle = 'Un titre nouveau'

// See test/isolated/fault-table.test.ts for all faults of Ghost, server/posts/cache/cached-list.test.ts for how often it
// is asked meanwhile.
it.each([
  { path: '/blog', status: 200 },
  { path: '/blog/un-article', status: 503 },
  { path: '/api/posts?lang=fr', status: 503 },
  { path: '/api/posts/un-article?lang=fr', status: 503 },
])('serves the copy of $path for POSTS_STALE_SECONDS while Ghost fails, and no longer', async ({ path, status }) => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_STALE_SECONDS: '3600' }, () => now)
  const first = await request(site.app).get(path)
  expect(first.text).toContain(title)
  ghost.state.behaviour = 'answers 500'
  now += 3_659_999
  const copy = await request(site.app).get(path)
  expect([copy.status, copy.text]).toEqual([200, first.text])
  expect(copy.get('Cache-Status')).toContain('posts; fwd=stale')
  now += 1
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain(title)
  expect(answer.get('Cache-Control')).toBe('no-store')
})

// See server/posts/cache/cached-list.test.ts for the copy that is served when, fast-path.test.ts for the change of a stale one.
const shown = ['/blog', '/blog/un-article', '/api/posts/un-article?lang=fr']

it.each(shown)('asks for %s each time with POSTS_TTL_SECONDS=0', async (path) => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' }, () => noon)
  // A page is made, then comes from the cache; the fast path keeps none.
  for (const _time of [1, 2, 3]) expect((await request(site.app).get(path)).text).toContain(title)
  ghost.state.posts = posts.map((post) => ({ ...post, title: newTitle }))
  expect((await request(site.app).get(path)).text).toContain(newTitle)
  ghost.state.posts = []
  expect((await request(site.app).get(path)).text).not.toContain(newTitle)
  expect(ghost.calls.filter(({ searchParams }) => searchParams.get('limit') === 'all')).toHaveLength(5)
})

it('shows the copy of a slow list, not the loading text, although it asks each time', async () => {
  const env = { POSTS_TTL_SECONDS: '0', POSTS_WAIT_MS: '50', GHOST_TIMEOUT_MS: '10000' }
  const { ghost, site } = await startSiteWithGhost(posts, env, () => noon)
  await request(site.app).get('/api/posts?lang=fr')
  ghost.state.behaviour = 'hangs'
  expect((await request(site.app).get('/blog')).text).toContain(title)
})

it('shows an article that the list lacks until the list is read again, by the fast path too', async () => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  await request(site.app).get('/blog')
  ghost.state.posts = [...posts, fakePost('nouveau')]
  for (let time = 0; time < 4; time += 1) await request(site.app).get('/blog/nouveau').expect(200)
  ghost.state.posts = posts
  now += 60_000
  await request(site.app).get('/blog')
  await expect.poll(async () => (await request(site.app).get('/blog')).get('Cache-Status')).toContain('posts; hit')
  await request(site.app).get('/blog/nouveau').expect(404)
})
