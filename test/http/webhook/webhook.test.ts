import request from 'supertest'
import { it } from 'vitest'
import { fakePost, startFakeGhost } from '../../support/fake-ghost.ts'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { posts } from '../support/addresses.ts'
import { exchange, requestText, statusesIn } from '../support/raw-socket.ts'
import { deliver, noon, type Site, siteChanged, startSiteWithWebhook } from '../support/webhook.ts'

const newTitle = 'Un titre nouveau'
const retitled = posts.map((post) => ({ ...post, title: newTitle }))
const paths = ['/blog', '/blog/un-article', '/api/posts?lang=fr', '/api/posts/un-article?lang=fr', '/rss.xml']

/** The delivery of Ghost 5 about a post; Ghost 6 names the event. */
const edited = { post: { current: { status: 'published', slug: 'un-article' }, previous: { title: 'Avant' } } }

const textOf = async (site: Site, path: string) => (await request(site.app).get(path)).text
const statusOf = async (site: Site, path: string) => (await request(site.app).get(path)).status

// Deliveries are collected for a moment before lists are read, so the tests run concurrently.
it.concurrent.for<[string, object]>([
  ['the event of Ghost 6', siteChanged],
  ['a post of Ghost 5', edited],
])('shows a change at every address after %s', async ([, delivery], { expect }) => {
  await using ghost = await startFakeGhost([...posts, fakePost('un-autre')])
  await using site = await startSiteWithWebhook(ghost.env)
  for (const path of paths) expect(await textOf(site, path)).toContain('Titre de un-article')
  for (const path of ['/blog/un-autre', '/sitemap.xml']) expect(await textOf(site, path)).toContain('un-autre')
  ghost.state.posts = retitled
  const answer = await deliver(site, delivery)
  expect([answer.status, answer.text, answer.get('Cache-Control')]).toEqual([204, '', 'no-store'])
  for (const path of paths) await expect.poll(() => textOf(site, path)).toContain(newTitle)
  // An unpublished post is removed everywhere.
  for (const path of ['/blog/un-autre', '/api/posts/un-autre?lang=fr'])
    await expect.poll(() => statusOf(site, path)).toBe(404)
  for (const path of ['/blog', '/api/posts?lang=fr', '/rss.xml', '/sitemap.xml'])
    await expect.poll(() => textOf(site, path)).not.toContain('un-autre')
})

/** A delivery as an HTTP request. */
function asText(delivery: object): string {
  const body = JSON.stringify(delivery)
  const signature = signatureHeader(body, webhookSecret, noon)
  const fields = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  return ['POST /webhooks/ghost HTTP/1.1', ...fields, `X-Ghost-Signature: ${signature}`, '', body].join('\r\n')
}

it('reads each list once for the deliveries of one change, and shows every changed article', async ({ expect }) => {
  await using ghost = await startFakeGhost([...posts, fakePost('un-autre')])
  await using site = await startSiteWithWebhook(ghost.env)
  for (const path of ['/blog', '/en/blog', '/blog/un-article', '/blog/un-autre', '/en/blog/an-article']) {
    await textOf(site, path)
  }
  ghost.calls.length = 0
  ghost.state.posts = ghost.state.posts.map((post) => (post.slug === 'un-article' ? { ...post, title: 'Neuf' } : post))
  const events = ['post.published.edited', 'post.edited'].map((event) => ({ event, ...edited }))
  const deliveries = [...events, siteChanged].map(asText).join('')
  // One write sends all of them, even on a busy machine: deliveries within a tenth of a second are collected.
  const answers = await exchange(site.url, deliveries + requestText('GET /healthz'))
  expect(statusesIn(answers)).toEqual([204, 204, 204, 200])
  await expect.poll(() => textOf(site, '/blog')).toContain('Neuf')
  expect(await textOf(site, '/blog/un-article')).toContain('Neuf')
  const filters = ghost.calls.map(({ searchParams }) => searchParams.get('filter'))
  expect(filters.sort()).toEqual(['tag:en', 'tag:fr'])
})

it.concurrent('reads no list for a member, and does not count deliveries as forms', async ({ expect }) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSiteWithWebhook({ ...ghost.env, FORMS_PER_10_MINUTES: '1' })
  await textOf(site, '/blog')
  const member = { current: { email: 'ada@example.com' }, previous: {} }
  for (let count = 0; count < 4; count += 1) await deliver(site, { event: 'member.added', member }).expect(204)
  // A later delivery is a change: only its readings are counted.
  await deliver(site, siteChanged).expect(204)
  await expect.poll(() => ghost.calls.length).toBe(3)
  expect(site.logged()).not.toContain('ada@example.com')
  expect(site.logged().match(/posts have changed/g)).toHaveLength(1)
})
