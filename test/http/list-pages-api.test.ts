import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'

const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))
const slugsOf = (body: { posts: { slug: string }[] }) => body.posts.map(({ slug }) => slug)
const slugs = (...numbers: number[]) => numbers.map((number) => `article-${number}`)
const pagination = { limit: 2, pages: 3, total: 5 }

it.each([
  { query: 'page=1', shown: [1, 2], says: { page: 1, next: 2, prev: null } },
  { query: 'page=2', shown: [3, 4], says: { page: 2, next: 3, prev: 1 } },
  { query: 'page=3', shown: [5], says: { page: 3, next: null, prev: 2 } },
])('with two posts on a page, the API reads $query as the list’s own address does', async ({ query, shown, says }) => {
  const { site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' })
  const { body } = await request(site.app).get(`/api/posts?lang=fr&${query}`).expect(200)
  expect(slugsOf(body)).toEqual(slugs(...shown))
  expect(body.meta).toEqual({ pagination: { ...pagination, ...says } })
  expect(body.posts[0]).not.toHaveProperty('html')
})

it('the API has no page 4 of three: 404, as JSON', async () => {
  const { site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' })
  const { body, headers } = await request(site.app).get('/api/posts?lang=fr&page=4').expect(404)
  expect(body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
  expect(headers['cache-status']).toBe('posts; fwd=miss')
})

it('a page of the API is kept like the list: by its own tag, until the list changes', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' }, () => now)
  const ask = (path: string, tag = '""') => request(site.app).get(path).set('If-None-Match', tag)
  const list = await ask('/api/posts?lang=fr')
  const page = await ask('/api/posts?lang=fr&page=3')
  const kept = ['cache-control', 'vary', 'content-type'] as const
  expect(kept.map((name) => page.headers[name])).toEqual(kept.map((name) => list.headers[name]))
  expect(page.headers.etag).toMatch(/^"[^"]+"$/)
  expect(page.headers.etag).not.toBe(list.headers.etag)
  await ask('/api/posts?lang=fr&page=3', page.headers.etag).expect(304)
  expect(ghost.calls).toHaveLength(1)

  ghost.state.posts = [fakePost('article-0'), ...posts]
  now += 61_000
  await ask('/api/posts?lang=fr&page=3')
  await expect.poll(async () => slugsOf((await ask('/api/posts?lang=fr&page=3')).body)).toEqual(slugs(4, 5))
})

it('without a page size the API ignores the page, and gives the whole list', async () => {
  const { site } = await startSiteWithGhost(posts)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  for (const page of ['2', '0', '99', 'two']) {
    expect((await request(site.app).get(`/api/posts?lang=fr&page=${page}`).expect(200)).body).toEqual(body)
  }
  expect(body.meta).toEqual({ pagination: { page: 1, limit: 'all', pages: 1, total: 5, next: null, prev: null } })
})

it('a page of an empty list is empty, and of one that cannot be read it is 503', async () => {
  await using empty = await startFakeGhost([])
  await using site = await startSite({ ...empty.env, BLOG_PAGE_SIZE: '2' })
  expect((await request(site.app).get('/api/posts?lang=fr&page=1').expect(200)).body.posts).toEqual([])
  await request(site.app).get('/api/posts?lang=fr&page=2').expect(404)

  await using ghost = await startFakeGhost(posts)
  ghost.state.behaviour = 'answers 500'
  await using other = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  const { headers } = await request(other.app).get('/api/posts?lang=fr&page=9').expect(503)
  expect(headers['retry-after']).toMatch(/^\d+$/)
})
