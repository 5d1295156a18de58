import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf, postLinksIn, textOf } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))

const slugsIn = (html: string) => postLinksIn(html).map((href) => href?.replace('/blog/', ''))
const waysIn = (html: string) =>
  Object.fromEntries(
    elements(html, 'a').flatMap(({ attributes: { rel, href } }) =>
      rel === 'next' || rel === 'prev' ? [[rel, href]] : [],
    ),
  )

const { site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl, BLOG_PAGE_SIZE: '2' })

// See shared/post-list.test.ts for the page that a query names, and the number of pages.
it.each([
  { path: '/blog', shown: [1, 2], ways: { next: '/blog?page=2' }, canonical: '/blog' },
  { path: '/blog?page=2', shown: [3, 4], ways: { prev: '/blog', next: '/blog?page=3' }, canonical: '/blog?page=2' },
  { path: '/blog?page=3', shown: [5], ways: { prev: '/blog?page=2' }, canonical: '/blog?page=3' },
])('with two posts on a page, $path shows $shown', async ({ path, shown, ways, canonical }) => {
  const { text } = await request(site.app).get(path).expect(200)
  expect(slugsIn(text)).toEqual(shown.map((number) => `article-${number}`))
  // The page contains no more posts than it shows.
  expect(new Set(text.match(/article-\d/g))).toEqual(new Set(slugsIn(text)))
  expect(waysIn(text)).toEqual(ways)
  expect(headOf(text).canonical).toEqual([siteUrl + canonical])
})

it.each(['0', '4'])('page %s is out of range: 404, one cached page', async (number) => {
  await request(site.app).get('/blog?page=77').expect(404)
  const { text, headers } = await request(site.app).get(`/blog?page=${number}`).expect(404)
  expect(headers['cache-status']).toContain('pages; hit')
  expect(headOf(text)).toMatchObject({ canonical: [], meta: { robots: 'noindex' } })
  expect(textOf(text)).toContain('Unexpected Application Error')
})

it('every page of the list has its own title and description, and only the first has a translation', async () => {
  const pages = ['/blog', '/blog?page=2', '/blog?page=3']
  const heads = await Promise.all(pages.map(async (path) => headOf((await request(site.app).get(path)).text)))
  expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(3)
  expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(3)
  expect(heads.map(({ alternates }) => Object.keys(alternates))).toEqual([['fr', 'en', 'x-default'], ['fr'], ['fr']])
})

it('other values of the query add no cached page', async () => {
  await request(site.app).get('/blog').expect(200)
  await request(site.app).get('/blog?page=2').expect(200)
  for (const query of ['page=1', 'page=01', 'page=a', 'page=', 'page=2&x=1', 'x=1&page=002', 'page=2&page=3']) {
    const { headers } = await request(site.app).get(`/blog?${query}`).expect(200)
    expect(headers['cache-status'], query).toContain('pages; hit')
  }
})

it('without a page size all posts are on one page, whatever the query', async () => {
  const { site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl })
  await request(site.app).get('/blog').expect(200)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  expect(body.meta).toEqual({ pagination: { page: 1, limit: 'all', pages: 1, total: 5, next: null, prev: null } })
  for (const query of ['page=2', 'page=0', 'page=99', 'page=two']) {
    const { text, headers } = await request(site.app).get(`/blog?${query}`).expect(200)
    expect(slugsIn(text)).toHaveLength(5)
    expect(waysIn(text)).toEqual({})
    expect(headOf(text).canonical).toEqual([`${siteUrl}/blog`])
    expect(headers['cache-status']).toContain('pages; hit')
    expect((await request(site.app).get(`/api/posts?lang=fr&${query}`).expect(200)).body).toEqual(body)
  }
})

it('an empty list is one page, with or without a page size', async () => {
  const { site } = await startSiteWithGhost([], { BLOG_PAGE_SIZE: '2' })
  await request(site.app).get('/blog').expect(200)
  await request(site.app).get('/blog?page=2').expect(404)
  expect((await request(site.app).get('/api/posts?lang=fr&page=1').expect(200)).body.posts).toEqual([])
  await request(site.app).get('/api/posts?lang=fr&page=2').expect(404)
})

it('a list that cannot be read is not a 404 on any of its pages', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' })
  ghost.state.behaviour = 'answers 500'
  await request(site.app).get('/blog?page=9').expect(200).expect('Cache-Control', 'no-store')
  await request(site.app).get('/api/posts?lang=fr&page=9').expect(503).expect('Retry-After', /^\d+$/)
})

const slugsOf = (body: { posts: { slug: string }[] }) => body.posts.map(({ slug }) => slug)

it.each([
  { query: 'page=1', shown: [1, 2], says: { page: 1, next: 2, prev: null } },
  { query: 'page=2', shown: [3, 4], says: { page: 2, next: 3, prev: 1 } },
  { query: 'page=3', shown: [5], says: { page: 3, next: null, prev: 2 } },
])('the API reads $query like the list’s own URL', async ({ query, shown, says }) => {
  const { body } = await request(site.app).get(`/api/posts?lang=fr&${query}`).expect(200)
  expect(slugsOf(body)).toEqual(shown.map((number) => `article-${number}`))
  expect(body.meta).toEqual({ pagination: { limit: 2, pages: 3, total: 5, ...says } })
  expect(body.posts[0]).not.toHaveProperty('html')
})

it('the API has no page 4 of three: 404, as JSON', async () => {
  const { body, headers } = await request(site.app).get('/api/posts?lang=fr&page=4').expect(404)
  expect(body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
  expect(headers['cache-status']).toMatch(/^posts; /)
})

it('a page of the API is cached like the list, with its own tag', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' })
  const ask = (path: string, tag = '""') => request(site.app).get(path).set('If-None-Match', tag)
  const list = await ask('/api/posts?lang=fr')
  const page = await ask('/api/posts?lang=fr&page=3')
  expect(slugsOf(list.body)).toHaveLength(5)
  const kept = ['cache-control', 'vary', 'content-type'] as const
  expect(kept.map((name) => page.headers[name])).toEqual(kept.map((name) => list.headers[name]))
  expect(page.headers.etag).toMatch(/^"[^"]+"$/)
  expect(page.headers.etag).not.toBe(list.headers.etag)
  await ask('/api/posts?lang=fr&page=3', page.headers.etag).expect(304)
  expect(ghost.calls).toHaveLength(1)
})
