import type { RequestListener } from 'node:http'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const unchanged = [fakePost('b'), fakePost('c'), fakePost('d', { tags: [tags.en] })]
const paths = [
  '/',
  '/ai',
  '/en',
  '/en/security/architecture',
  '/blog',
  '/en/blog',
  '/blog/a',
  '/en/blog/d',
  '/terms',
  '/blog?page=2',
  '/blog/tag/strategie',
]

// The pages of a site are made one by one, each once nothing happens: the tests of this file look at one site while they are
// made, then one after another at what has become of it.
let now = Date.now()
const ghost = await startFakeGhost([fakePost('a'), ...unchanged])
const site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' }, () => now)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await ghost[Symbol.asyncDispose]()
})

const aboutIn = (headers: Record<string, string>) =>
  request(site.app)
    .get('/about')
    .set({ 'Accept-Encoding': 'br', ...headers })
const quick = await aboutIn({})

const filtersAsked = () => ghost.calls.map(({ searchParams }) => searchParams.get('filter'))

/** Whether a page was stored before it is asked for, and whether it is in its smallest form. */
async function isReady(
  { app }: { app: RequestListener },
  path: string,
): Promise<[path: string, isStored: boolean, isSmall: boolean]> {
  const answer = await request(app).get(path).set('Accept-Encoding', 'br').expect(200)
  return [path, answer.get('Cache-Status')?.includes('pages; hit') ?? false, /-br11"$/.test(answer.get('ETag') ?? '')]
}

it('has both lists while the pages that need none are still being made', async () => {
  const warmed = site.warm()
  await expect.poll(filtersAsked, { interval: 5 }).toEqual(['tag:fr', 'tag:en'])
  const [, isStored] = await isReady(site, '/terms')
  await warmed
  expect([isStored, ...(await isReady(site, '/terms'))]).toEqual([false, '/terms', true, true])
})

it('makes every page ahead, topics and further pages of the list too, in both languages, and in its smallest form', async () => {
  for (const path of paths) expect(await isReady(site, path)).toEqual([path, true, true])
})

it('makes those pages anew whose posts have changed, and asks Ghost for no article that has not', async () => {
  ghost.state.posts = [fakePost('a', { title: 'Un titre nouveau' }), ...unchanged]
  ghost.calls.length = 0
  now += 61_000
  await request(site.app).get('/api/posts?lang=fr').expect(200)
  await expect.poll(filtersAsked, { timeout: 30_000 }).toEqual(['tag:fr', 'slug:a+tag:fr'])
  for (const path of ['/blog', '/blog/a']) {
    await expect.poll(() => isReady(site, path), { timeout: 30_000 }).toEqual([path, true, true])
    expect((await request(site.app).get(path)).text).toContain('Un titre nouveau')
  }
})

it('gives every page its smallest form that is stored later', async () => {
  // Its form has the hour in it.
  now += 3_600_000
  expect(await isReady(site, '/contact')).toEqual(['/contact', false, false])
  await expect.poll(() => isReady(site, '/contact'), { timeout: 30_000 }).toEqual(['/contact', true, true])
})

it('needs no bytes for a client that has the quick form when the small one has taken its place', async () => {
  expect(quick.get('ETag')).toMatch(/-br"$/)
  expect(await isReady(site, '/about')).toEqual(['/about', true, true])
  const again = await aboutIn({ 'If-None-Match': quick.get('ETag') ?? '' })
  expect([again.status, again.get('ETag')]).toEqual([304, quick.get('ETag')])
})

it.concurrent('makes the pages of a list ahead that comes later than a page waits for it', async () => {
  await using slow = await startFakeGhost([fakePost('a')])
  slow.state.delayMs = 300
  await using patient = await startSite({ ...slow.env, POSTS_WAIT_MS: '20' })
  await patient.warm()
  for (const path of ['/blog', '/en/blog', '/blog/a']) expect(await isReady(patient, path)).toEqual([path, true, true])
})

it.concurrent('asks a source whose copies are never fresh for nothing ahead', async () => {
  await using unasked = await startFakeGhost()
  await using other = await startSite({ ...unasked.env, POSTS_TTL_SECONDS: '0' })
  await other.warm()
  expect(unasked.calls).toEqual([])
})
