import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const title = 'Titre de un-article'
const newTitle = 'Un titre nouveau'
const statuses = {
  '/blog': 200,
  '/blog/un-article': 503,
  '/api/posts?lang=fr': 503,
  '/api/posts/un-article?lang=fr': 503,
}

it('serves copies only for POSTS_STALE_SECONDS while Ghost fails', async () => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_STALE_SECONDS: '3600' }, () => now)
  const ask = (path: string) => request(site.app).get(path)
  const before = new Map<string, string>()
  for (const path of Object.keys(statuses)) before.set(path, (await ask(path)).text)
  ghost.state.behaviour = 'answers 500'
  now += 3_659_999
  for (const path of Object.keys(statuses)) {
    const copy = await ask(path)
    expect([path, copy.status, copy.text]).toEqual([path, 200, before.get(path)])
    expect(copy.text).toContain(title)
    expect(copy.get('Cache-Status')).toContain('posts; fwd=stale')
  }
  now += 1
  for (const [path, status] of Object.entries(statuses)) {
    const answer = await ask(path)
    expect([path, answer.status, answer.get('Cache-Control')]).toEqual([path, status, 'no-store'])
    expect(answer.text).not.toContain(title)
  }
})

it.each(['/blog', '/blog/un-article', '/api/posts/un-article?lang=fr'])(
  'calls Ghost for each request for %s, and never ahead, with POSTS_TTL_SECONDS=0',
  async (path) => {
    const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' }, () => noon)
    await site.warm()
    expect(ghost.calls).toEqual([])
    // A page is rendered, then read from the cache; the fast path stores none.
    for (const _time of [1, 2, 3]) expect((await request(site.app).get(path)).text).toContain(title)
    ghost.state.posts = posts.map((post) => ({ ...post, title: newTitle }))
    expect((await request(site.app).get(path)).text).toContain(newTitle)
    ghost.state.posts = []
    expect((await request(site.app).get(path)).text).not.toContain(newTitle)
    expect(ghost.calls.filter(({ searchParams }) => searchParams.get('limit') === 'all')).toHaveLength(5)
  },
)

it('shows the copy of a slow list, not the loading text, with POSTS_TTL_SECONDS=0', async () => {
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
