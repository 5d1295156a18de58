import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { signatureHeader } from '../support/ghost-delivery.ts'
import { startSite } from '../support/start-site.ts'

const secret = 'un-secret-de-test'
const slugs = Array.from({ length: 30 }, (_, index) => `article-${index}`)

/** A site that holds thirty articles, of which each has changed since. */
async function startSiteWithArticles() {
  const ghost = await startFakeGhost(slugs.map((slug) => fakePost(slug)))
  const site = await startSite({ ...ghost.env, GHOST_WEBHOOK_SECRET: secret })
  for (const slug of slugs) await request(site.app).get(`/api/posts/${slug}?lang=fr`)
  ghost.state.posts = slugs.map((slug) => fakePost(slug, { title: 'Neuf' }))
  ghost.calls.length = 0
  ghost.load.most = 0
  return {
    ghost,
    site,
    deliver: () =>
      request(site.app)
        .post('/webhooks/ghost')
        .set('Content-Type', 'application/json')
        .set('X-Ghost-Signature', signatureHeader('{}', secret, Date.now()))
        .send('{}')
        .expect(204),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await ghost[Symbol.asyncDispose]()
    },
  }
}

it('reads every article that changed, a few at a time', async () => {
  await using started = await startSiteWithArticles()
  const { ghost, site } = started
  ghost.state.delayMs = 20
  await started.deliver()
  await expect.poll(() => ghost.calls.length, { timeout: 5000 }).toBe(2 + slugs.length)
  expect(ghost.load.most).toBeLessThanOrEqual(4)
  await expect.poll(async () => (await request(site.app).get('/api/posts/article-29?lang=fr')).text).toContain('Neuf')
  expect(ghost.calls).toHaveLength(2 + slugs.length)
})

it('gives up on the others when Ghost falls ill meanwhile, and still shows the copies', async () => {
  await using started = await startSiteWithArticles()
  const { ghost, site } = started
  ghost.state.delayMs = 50
  await started.deliver()
  await expect.poll(() => ghost.calls.length).toBeGreaterThan(2)
  ghost.state.behaviour = 'answers 500'
  await expect.poll(() => site.logged()).toContain('posts could not be read')
  await expect.poll(() => ghost.load.open).toBe(0)
  expect(ghost.calls.length).toBeLessThan(2 + slugs.length)
  expect((await request(site.app).get('/api/posts/article-29?lang=fr')).status).toBe(200)
})
