import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { deliver, type Site, siteChanged, startSiteWithWebhook } from './support/webhook.ts'

const paths = ['/', '/ai', '/en', '/en/security/architecture', '/terms', '/blog', '/en/blog']

/** Of each page, whether it was in the cache before it is asked for. */
const cached = (site: Site) =>
  Promise.all(
    paths.map(async (path): Promise<[path: string, isCached: boolean]> => {
      const answer = await request(site.app).get(path).expect(200)
      return [path, answer.get('Cache-Status')?.includes('pages; hit') ?? false]
    }),
  )

const all = paths.map((path) => [path, true])

it('makes the pages of fixed addresses ahead, in both languages', async () => {
  const { site } = await startSiteWithGhost([fakePost('a'), fakePost('b', { tags: [tags.en] })])
  await site.warm()
  expect(await cached(site)).toEqual(all)
})

it('makes them anew once their posts have changed, and asks Ghost for no more than without', async () => {
  await using ghost = await startFakeGhost([fakePost('a')])
  await using site = await startSiteWithWebhook(ghost.env)
  await site.warm()
  const before = (await request(site.app).get('/blog')).text
  ghost.state.posts = [fakePost('a', { title: 'Un titre nouveau' })]
  ghost.calls.length = 0
  await deliver(site, siteChanged)
  await expect.poll(async () => (await request(site.app).get('/blog')).text).not.toBe(before)
  expect(await cached(site)).toEqual(all)
  expect(ghost.calls.length).toBeLessThanOrEqual(3)
})

it('makes the pages of a list ahead that comes later than a page waits for it', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('a')], { POSTS_WAIT_MS: '20' })
  ghost.state.delayMs = 300
  await site.warm()
  expect(await cached(site)).toEqual(all)
})

it('asks a source whose copies are never fresh for nothing ahead', async () => {
  const { ghost, site } = await startSiteWithGhost(undefined, { POSTS_TTL_SECONDS: '0' })
  await site.warm()
  expect(ghost.calls).toEqual([])
})
