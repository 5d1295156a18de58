import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
])('reads a list once, and once each article that it lacks, in version $version', async ({ version, env, paths }) => {
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

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** In bytes, of the site, its Ghost and its visitors, which share this process. */
function usedMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

it('answers a flood of invented articles by a hundred calls, and remembers no more of them', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  await request(site.app).get('/blog').expect(200)
  const before = usedMemory()
  // In parts, so that the memory of the requests themselves is small.
  for (let part = 0; part < 10; part += 1) {
    const paths = Array.from({ length: 150 }, (_, index) => `/api/posts/invented-${part}-${index}?lang=fr`)
    const answers = await Promise.all(paths.map((path) => fetch(site.url + path)))
    for (const answer of answers) await answer.arrayBuffer()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  }
  expect(ghost.calls).toHaveLength(101)
  expect(usedMemory() - before).toBeLessThan(30 * 2 ** 20)
})
