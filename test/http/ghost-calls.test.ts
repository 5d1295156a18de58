import request from 'supertest'
import { expect, it } from 'vitest'
import { contentKey, fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { elements } from './support/html.ts'

const postsPath = '/ghost/api/content/posts/'

it.each([
  { path: '/blog', language: 'fr' },
  { path: '/en/blog', language: 'en' },
  { path: '/api/posts?lang=fr', language: 'fr' },
  { path: '/api/posts?lang=en', language: 'en' },
])('reads the list for $path by one call, parameter for parameter', async ({ path, language }) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite(ghost.env)
  await request(site.app).get(path)
  expect(ghost.calls.map(({ pathname }) => pathname)).toEqual([postsPath])
  expect(Object.fromEntries(ghost.calls[0]?.searchParams ?? [])).toEqual({
    include: 'authors,tags',
    filter: `tag:${language}`,
    order: 'published_at DESC',
    limit: 'all',
    key: contentKey,
  })
})

it.each([
  { path: '/blog/un-article', filter: 'slug:un-article+tag:fr' },
  { path: '/en/blog/an-article', filter: 'slug:an-article+tag:en' },
  { path: '/api/posts/un-article?lang=fr', filter: 'slug:un-article+tag:fr' },
  { path: '/en/blog/unknown_1', filter: 'slug:unknown_1+tag:en' },
])('reads the article for $path by one call, parameter for parameter', async ({ path, filter }) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite(ghost.env)
  await request(site.app).get(path)
  expect(ghost.calls.map(({ pathname }) => pathname)).toEqual([postsPath])
  expect(Object.fromEntries(ghost.calls[0]?.searchParams ?? [])).toEqual({
    include: 'authors,tags',
    filter,
    limit: '1',
    key: contentKey,
  })
})

const versions: { env: Record<string, string>; version: string }[] = [
  { env: {}, version: 'v5.0' },
  { env: { GHOST_API_VERSION: 'v6.0' }, version: 'v6.0' },
]

it.each(versions)('asks Ghost for version $version', async ({ env, version }) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, ...env })
  for (const path of ['/blog', '/blog/un-article']) await request(site.app).get(path)
  expect(ghost.headers.map((headers) => headers['accept-version'])).toEqual([version, version])
})

it.each(['2024', 'true', 'null'])('finds the article whose slug is %s', async (slug) => {
  await using ghost = await startFakeGhost([fakePost(slug)])
  await using site = await startSite(ghost.env)
  expect((await request(site.app).get(`/blog/${slug}`)).status).toBe(200)
  // In Ghost's filter language, only quotes make a text of these.
  expect(ghost.calls[0]?.searchParams.get('filter')).toBe(`slug:'${slug}'+tag:fr`)
})

const many = Array.from({ length: 250 }, (_, index) => fakePost(`article-${index}`))

it('reads page by page the posts that Ghost caps, until all are there', async () => {
  await using ghost = await startFakeGhost(many)
  await using site = await startSite(ghost.env)
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

it('takes a list of which one page fails for not read', async () => {
  await using ghost = await startFakeGhost(many)
  ghost.state.behaviour = 'fails on page 2'
  await using site = await startSite(ghost.env)
  const answer = await request(site.app).get('/api/posts?lang=fr')
  expect(answer.status).toBe(503)
  const page = await request(site.app).get('/blog')
  expect(elements(page.text, 'article')).toEqual([])
})

it('answers twenty visitors who come at once by one call', async () => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.delayMs = 100
  await using site = await startSite({ ...ghost.env, POSTS_WAIT_MS: '5000' })
  const ask = (path: string) => Promise.all(Array.from({ length: 20 }, () => request(site.url).get(path)))
  for (const path of ['/blog', '/blog/un-article']) {
    ghost.calls.length = 0
    const answers = await ask(path)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(ghost.calls).toHaveLength(1)
  }
})

it('asks for an unknown article once, until its answer is old', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, POSTS_TTL_SECONDS: '30' }, () => now)
  const ask = async () => (await request(site.app).get('/blog/unknown')).status
  expect([await ask(), await ask()]).toEqual([404, 404])
  expect((await request(site.app).get('/api/posts/unknown?lang=fr')).status).toBe(404)
  expect(ghost.calls).toHaveLength(1)
  now += 29_999
  expect(await ask()).toBe(404)
  expect(ghost.calls).toHaveLength(1)
  now += 1
  ghost.state.posts = [...posts, fakePost('unknown')]
  expect(await ask()).toBe(200)
  expect(ghost.calls).toHaveLength(2)
})

const impossible = [
  'Un-Article',
  'un+article',
  'un,article',
  "un'article",
  '(un)',
  'un:article',
  'été',
  'un article',
  '*',
]

it.each([...impossible, 'un/article', '\u0000', "x'+tag:fr,slug:'un-article", 'a'.repeat(200)])(
  'asks nobody for the article "%s", which cannot be one',
  async (slug) => {
    await using ghost = await startFakeGhost([...posts, { ...fakePost('un-article'), tags: [tags.fr] }])
    await using site = await startSite(ghost.env)
    const path = encodeURIComponent(slug)
    expect((await request(site.app).get(`/blog/${path}`)).status).toBe(404)
    expect((await request(site.app).get(`/api/posts/${path}?lang=fr`)).status).toBe(404)
    expect(ghost.calls).toEqual([])
  },
)

it('asks for a flood of invented articles a few at a time', async () => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.delayMs = 20
  await using site = await startSite(ghost.env)
  const slugs = Array.from({ length: 80 }, (_, index) => `invented-${index}`)
  const answers = await Promise.all(slugs.map((slug) => request(site.url).get(`/blog/${slug}`)))
  expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 404))
  expect(ghost.calls).toHaveLength(80)
  expect(ghost.load.most).toBeLessThanOrEqual(10)
})

it('keeps the real articles through a flood of invented ones', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, POSTS_MAX_ENTRIES: '3' })
  await request(site.app).get('/blog/un-article')
  for (let index = 0; index < 10; index += 1) await request(site.app).get(`/blog/invented-${index}`)
  expect((await request(site.app).get('/blog/un-article')).get('Cache-Status')).toContain('posts; hit')
})
