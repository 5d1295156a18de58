import type { RequestListener } from 'node:http'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

it('makes every page ahead, in both languages, and in its smallest form', { timeout: 60_000 }, async () => {
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b', { tags: [tags.en] })])
  await using site = await startSite(ghost.env)
  await site.warm()
  for (const path of [
    '/',
    '/ai',
    '/en',
    '/en/security/architecture',
    '/blog',
    '/en/blog',
    '/blog/a',
    '/en/blog/b',
    '/terms',
  ]) {
    const answer = await request(site.app).get(path).set('Accept-Encoding', 'br')
    expect([path, answer.status, answer.get('Cache-Status')?.includes('pages; hit')]).toEqual([path, 200, true])
    expect(answer.get('ETag')).toMatch(/-br11"$/)
  }
})

/** Whether a page was stored before it is asked for, and whether it is in its smallest form. */
async function isReady(
  site: { app: RequestListener },
  path: string,
): Promise<[path: string, isStored: boolean, isSmall: boolean]> {
  const answer = await request(site.app).get(path).set('Accept-Encoding', 'br').expect(200)
  return [path, answer.get('Cache-Status')?.includes('pages; hit') ?? false, /-br11"$/.test(answer.get('ETag') ?? '')]
}

it('makes the pages of a list ahead that comes later than a page waits for it', { timeout: 60_000 }, async () => {
  await using ghost = await startFakeGhost([fakePost('a')])
  ghost.state.delayMs = 300
  await using site = await startSite({ ...ghost.env, POSTS_WAIT_MS: '20' })
  await site.warm()
  for (const path of ['/blog', '/en/blog', '/blog/a']) expect(await isReady(site, path)).toEqual([path, true, true])
})

it('has both lists while the pages that need none are still being made', { timeout: 60_000 }, async () => {
  await using ghost = await startFakeGhost([fakePost('a')])
  await using site = await startSite(ghost.env)
  const warmed = site.warm()
  const asked = () => ghost.calls.map(({ searchParams }) => searchParams.get('filter'))
  await expect.poll(asked, { interval: 5, timeout: 10_000 }).toEqual(['tag:fr', 'tag:en'])
  const [, isStored] = await isReady(site, '/terms')
  await warmed
  expect([isStored, ...(await isReady(site, '/terms'))]).toEqual([false, '/terms', true, true])
})

it('makes topics and further pages of the list ahead', { timeout: 60_000 }, async () => {
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b'), fakePost('c')])
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await site.warm()
  for (const path of ['/blog?page=2', '/blog/tag/strategie'])
    expect(await isReady(site, path)).toEqual([path, true, true])
})

it('gives every page its smallest form that is stored later', { timeout: 60_000 }, async () => {
  let now = Date.now()
  await using site = await startSite({}, () => now)
  await site.warm()
  // Its form has the hour in it.
  now += 3_600_000
  expect(await isReady(site, '/contact')).toEqual(['/contact', false, false])
  await expect.poll(() => isReady(site, '/contact'), { timeout: 30_000 }).toEqual(['/contact', true, true])
})

it(
  'makes those pages anew whose posts have changed, and asks Ghost for no article that has not',
  { timeout: 60_000 },
  async () => {
    let now = Date.now()
    await using ghost = await startFakeGhost([fakePost('a'), fakePost('b')])
    await using site = await startSite(ghost.env, () => now)
    await site.warm()
    ghost.state.posts = [fakePost('a', { title: 'Un titre nouveau' }), fakePost('b')]
    ghost.calls.length = 0
    now += 61_000
    await request(site.app).get('/api/posts?lang=fr').expect(200)
    const asked = () => ghost.calls.map(({ searchParams }) => searchParams.get('filter'))
    await expect.poll(asked, { timeout: 30_000 }).toEqual(['tag:fr', 'slug:a+tag:fr'])
    for (const path of ['/blog', '/blog/a']) {
      await expect.poll(() => isReady(site, path), { timeout: 30_000 }).toEqual([path, true, true])
      expect((await request(site.app).get(path)).text).toContain('Un titre nouveau')
    }
  },
)

it('a client that has the quick form needs no bytes when the small one has taken its place', async () => {
  await using site = await startSite()
  const quick = await request(site.app).get('/about').set('Accept-Encoding', 'br')
  expect(quick.get('ETag')).toMatch(/-br"$/)
  await site.warm()
  const again = await request(site.app)
    .get('/about')
    .set('Accept-Encoding', 'br')
    .set('If-None-Match', quick.get('ETag') ?? '')
  expect([again.status, again.get('ETag')]).toEqual([304, quick.get('ETag')])
})

it('asks a source whose copies are never fresh for nothing ahead', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite({ ...ghost.env, POSTS_TTL_SECONDS: '0' })
  await site.warm()
  expect(ghost.calls).toEqual([])
})
