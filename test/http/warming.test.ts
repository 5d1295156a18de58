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
