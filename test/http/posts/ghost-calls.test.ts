import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'

const listed = ['/blog', '/api/posts?lang=fr', '/blog/un-article', '/api/posts/un-article?lang=fr']

it.each<{ version: string; env: Record<string, string>; paths: string[] }>([
  { version: 'v5.0', env: {}, paths: listed },
  { version: 'v6.0', env: { GHOST_API_VERSION: 'v6.0' }, paths: listed.toReversed() },
])('reads a list once, and each article that it lacks once, in version $version', async ({ version, env, paths }) => {
  const { ghost, site } = await startSiteWithGhost(posts, env)
  for (const path of paths) await request(site.app).get(path).expect(200)
  ghost.state.posts = [...posts, fakePost('nouveau'), fakePost('2024')]
  const lacked = ['/blog/nouveau', '/api/posts/nouveau?lang=fr', '/blog/2024', '/blog/2024']
  for (const path of lacked) await request(site.app).get(path).expect(200)
  const filters = ['tag:fr', 'slug:nouveau+tag:fr', "slug:'2024'+tag:fr"]
  expect(ghost.calls.map(({ searchParams }) => searchParams.get('filter'))).toEqual(filters)
  expect(ghost.headers.map((headers) => headers['accept-version'])).toEqual(filters.map(() => version))
})

it('shows all posts, although Ghost sends at most a hundred at a time', async () => {
  const many = Array.from({ length: 250 }, (_, index) => fakePost(`article-${index}`))
  const { ghost, site } = await startSiteWithGhost(many)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  expect(body.posts.map((post: { slug: string }) => post.slug)).toEqual(many.map(({ slug }) => slug))
  expect(body.meta.pagination.total).toBe(250)
  expect(elements((await request(site.app).get('/blog')).text, 'article')).toHaveLength(250)
  expect(ghost.calls).toHaveLength(3)
})
