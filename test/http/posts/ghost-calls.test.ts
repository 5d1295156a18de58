import request from 'supertest'
import { expect, it } from 'vitest'
import { contentKey, fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'

const postsPath = '/ghost/api/content/posts/'

const whole = { order: 'published_at DESC', limit: 'all' }

it.each([
  { path: '/blog', asked: { filter: 'tag:fr', ...whole } },
  { path: '/api/posts?lang=en', asked: { filter: 'tag:en', ...whole } },
  { path: '/blog/un-article', asked: { filter: 'tag:fr', ...whole } },
  { path: '/api/posts/un-article?lang=fr', asked: { filter: 'tag:fr', ...whole } },
])('reads what $path shows by one call, parameter for parameter', async ({ path, asked }) => {
  const { ghost, site } = await startSiteWithGhost(posts)
  await request(site.app).get(path)
  expect(ghost.calls.map(({ pathname }) => pathname)).toEqual([postsPath])
  const sent = Object.fromEntries(ghost.calls[0]?.searchParams ?? [])
  expect(sent).toEqual({ include: 'authors,tags', key: contentKey, ...asked })
  expect(ghost.headers[0]?.['accept-version']).toBe('v5.0')
})

it.each([
  { path: '/blog/nouveau', filter: 'slug:nouveau+tag:fr', status: 200 },
  { path: '/api/posts/nouveau?lang=fr', filter: 'slug:nouveau+tag:fr', status: 200 },
  { path: '/en/blog/unknown_1', filter: 'slug:unknown_1+tag:en', status: 404 },
])('asks by the article’s own call for $path, which the list lacks', async ({ path, filter, status }) => {
  const { ghost, site } = await startSiteWithGhost(posts)
  for (const list of ['/blog', '/en/blog']) await request(site.app).get(list)
  ghost.state.posts = [...posts, fakePost('nouveau')]
  expect((await request(site.app).get(path)).status).toBe(status)
  expect(ghost.calls.slice(2).map(({ pathname }) => pathname)).toEqual([postsPath])
  const sent = Object.fromEntries(ghost.calls[2]?.searchParams ?? [])
  expect(sent).toEqual({ include: 'authors,tags', key: contentKey, filter, limit: '1' })
  expect(ghost.headers[2]?.['accept-version']).toBe('v5.0')
})

it('asks Ghost for the version that the operator names', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_API_VERSION: 'v6.0' })
  for (const path of ['/blog', '/blog/inconnu']) await request(site.app).get(path)
  expect(ghost.headers.map((headers) => headers['accept-version'])).toEqual(['v6.0', 'v6.0'])
})

it('finds articles whose slugs are numbers, words or times to Ghost', async () => {
  const slugs = ['2024', 'true', 'null', 'now-1d', '-initial']
  const { ghost, site } = await startSiteWithGhost()
  await request(site.app).get('/blog')
  ghost.state.posts = slugs.map((slug) => fakePost(slug))
  ghost.calls.length = 0
  for (const slug of slugs) expect([slug, (await request(site.app).get(`/blog/${slug}`)).status]).toEqual([slug, 200])
  // Without quotes, these are not texts in Ghost's filter language.
  const filters = ghost.calls.map(({ searchParams }) => searchParams.get('filter'))
  expect(filters).toEqual(slugs.map((slug) => `slug:'${slug}'+tag:fr`))
})

const many = Array.from({ length: 250 }, (_, index) => fakePost(`article-${index}`))

it('reads page by page the posts that Ghost caps, until all are there', async () => {
  const { ghost, site } = await startSiteWithGhost(many)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  const slugs = many.map(({ slug }) => slug)
  expect(body.posts.map((post: { slug: string }) => post.slug)).toEqual(slugs)
  expect(body.meta.pagination.total).toBe(250)
  expect(ghost.calls.map(({ searchParams }) => searchParams.get('page') ?? '1')).toEqual(['1', '2', '3'])
  for (const { searchParams } of ghost.calls) {
    searchParams.delete('page')
    expect(searchParams.toString()).toBe(ghost.calls[0]?.searchParams.toString())
  }
  const { text } = await request(site.app).get('/blog')
  expect(elements(text, 'article')).toHaveLength(250)
  expect(ghost.calls).toHaveLength(3)
})

it('fails to read a list if one of its pages fails', async () => {
  const { ghost, site } = await startSiteWithGhost(many)
  ghost.state.answer = (req, res, page) => {
    if (req.url?.includes('page=2')) res.writeHead(500).end()
    else res.end(JSON.stringify(page))
  }
  const answer = await request(site.app).get('/api/posts?lang=fr')
  expect(answer.status).toBe(503)
  const page = await request(site.app).get('/blog')
  expect(elements(page.text, 'article')).toEqual([])
})
