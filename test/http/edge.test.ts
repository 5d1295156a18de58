import { setTimeout as delay } from 'node:timers/promises'
import request from 'supertest'
import { expect, it, onTestFinished, vi } from 'vitest'
import { unobserved } from '../../server/runtime/observer.ts'
import { doctorLines } from '../support/doctor-lines.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { startFakeEdge } from '../support/fake-edges.ts'
import { webhookSecret } from '../support/ghost-delivery.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { deliver } from './support/instance.ts'
import { startShared } from './support/instances.ts'

const day = { EDGE_TTL_SECONDS: '86400' }
const headersOf = ['surrogate-key', 'cache-tag', 'surrogate-control', 'cdn-cache-control']

async function startEdge(engine: Parameters<typeof startFakeEdge>[0] = 'varnish') {
  const edge = await startFakeEdge(engine)
  onTestFinished(() => edge[Symbol.asyncDispose]())
  return edge
}

it('says nothing to an edge where there is none', async () => {
  await using site = await startSite()
  for (const path of ['/ai', '/blog', '/rss.xml', '/api/posts?lang=fr', '/sitemap.xml']) {
    const { headers } = await request(site.app).get(path)
    expect(Object.keys(headers).filter((name) => headersOf.includes(name))).toEqual([])
  }
})

// See test/unit/edge-tags.test.ts for every kind of address.
it.each([
  ['/', 'page-home list-fr'],
  ['/blog/un-article', 'page-article post-id-un-article addresses tag-fr tag-strategie author-camille'],
  ['/blog/inconnu', 'page-article addresses'],
  ['/api/posts?lang=en', 'list-en'],
  ['/api/posts/an-article?lang=en', 'post-id-an-article addresses tag-en tag-strategie author-camille'],
  ['/rss.xml', 'list-fr list-en'],
  ['/sitemap.xml', 'list-fr list-en'],
])('names what %s is made of, however it is answered', async (path, tags) => {
  const edge = await startEdge()
  const { site } = await startSiteWithGhost(posts, { ...edge.env, ...day })
  // The page is made, then from the cache, then by the fast path.
  for (const _time of [1, 2, 3]) {
    const answer = await request(site.app).get(path)
    expect(answer.get('Surrogate-Key')).toMatch(new RegExp(`^documents build-[0-9a-f]{12} ${tags}$`))
    expect(answer.get('Cache-Tag')).toBe(answer.get('Surrogate-Key')?.replaceAll(' ', ','))
    const isThere = answer.status === 200
    const lifetime = 'max-age=86400, stale-while-revalidate=86400, stale-if-error=86400'
    expect(answer.get('Surrogate-Control')).toBe(isThere ? lifetime : 'max-age=60')
    // nginx behind the edge hears of no purge, and would give it back what it has just dropped.
    expect(answer.get('Cache-Control')).toBe('public, max-age=0')
    const again = await request(site.app)
      .get(path)
      .set('If-None-Match', answer.get('ETag') ?? '')
    // An edge that asks again learns the tags of what it has.
    expect(again.get('Surrogate-Key')).toBe(answer.get('Surrogate-Key'))
  }
})

it('names nothing of what no cache may keep', async () => {
  const edge = await startEdge()
  await using site = await startSite({ ...edge.env, ...day })
  for (const path of ['/contact?form=invalid', '/healthz', '/readyz', '/api/posts?lang=de', '/api/contact/check']) {
    const { headers } = await request(site.app).get(path)
    expect([path, Object.keys(headers).filter((name) => headersOf.includes(name))]).toEqual([path, []])
  }
})

it('tags pictures, which no build changes', async () => {
  const edge = await startEdge()
  const { site } = await startSiteWithGhost(posts, edge.env)
  const answer = await request(site.app).get('/media/content/images/2026/11/a.png')
  expect([answer.status, answer.get('Surrogate-Key'), answer.get('Cache-Tag')]).toEqual([200, 'media', 'media'])
  const missing = await request(site.app).get('/media/content/images/2026/11/a.gif')
  expect([missing.status, missing.get('Surrogate-Key')]).toEqual([404, undefined])
})

it('lets the contact page live at the edge as long as its form is good, and no longer', async () => {
  const edge = await startEdge()
  await using site = await startSite({ ...edge.env, EDGE_TTL_SECONDS: '604800' })
  const answer = await request(site.app).get('/contact')
  const hours = 47 * 3600
  expect(answer.get('Surrogate-Control')).toBe(`max-age=${hours}, stale-while-revalidate=0, stale-if-error=0`)
})

it.each(['varnish', 'fastly', 'cloudflare'] as const)(
  'tells %s at the start, and of each change, what is no longer true',
  async (engine) => {
    const edge = await startEdge(engine)
    const { ghost, site } = await startSiteWithGhost(posts, { ...edge.env, GHOST_WEBHOOK_SECRET: webhookSecret })
    await site.warm()
    // A busy machine may need several purges.
    const told = () => [...new Set(edge.calls.flat())].sort()
    await expect.poll(told).toEqual(['addresses', 'documents', 'list-en', 'list-fr'])
    edge.calls.length = 0
    ghost.state.posts = posts.map((post) => (post.slug === 'un-article' ? { ...post, html: '<p>Neuf.</p>' } : post))
    await deliver(site)
    await expect.poll(() => edge.calls).toEqual([['list-fr', 'post-id-un-article']])
    ghost.state.posts = [...ghost.state.posts, fakePost('nouveau')]
    await deliver(site)
    await expect.poll(() => edge.calls.slice(1)).toEqual([['list-fr', 'post-id-nouveau', 'addresses']])
    expect((await request(site.app).get('/readyz')).text).toContain('edge: ok\n')
  },
)

it('goes on serving while the edge takes no purge, says so, and purges once it does', async () => {
  const edge = await startEdge()
  edge.state.illness = (res) => void res.writeHead(503, { 'Retry-After': '1' }).end()
  await using site = await startSite(edge.env)
  await expect.poll(() => edge.attempts.count).toBeGreaterThan(1)
  const { status, text } = await request(site.app).get('/readyz')
  expect([status, text]).toEqual([200, 'ok\nedge: varnish takes no purge (answers 503), it shows pages of before\n'])
  expect(site.gauges.edgeWaitingSeconds()).toBeGreaterThan(0)
  expect((await request(site.app).get('/ai')).status).toBe(200)
  edge.state.illness = null
  await expect.poll(() => edge.calls.flat()).toContain('documents')
  await expect.poll(async () => (await request(site.app).get('/readyz')).text).toBe('ok\nedge: ok\n')
  expect(site.gauges.edgeWaitingSeconds()).toBe(0)
  expect(site.logged()).toContain('edge: a purge has failed')
  expect(site.logged()).not.toContain(edge.env.PURGE_TOKEN)
})

it('purges once for several instances, and again for those that follow the one that was notified', async () => {
  const edge = await startEdge()
  await using shared = await startShared(edge.env)
  await using one = await shared.startInstance()
  await one.warm()
  await expect.poll(() => shared.redis.client.keys('*:posts:*')).toHaveLength(2)
  await using other = await shared.startInstance()
  await using third = await shared.startInstance()
  for (const site of [other, third]) await site.warm()
  await expect.poll(() => edge.calls.flat()).toEqual(expect.arrayContaining(['documents', 'list-fr', 'list-en']))
  // The start has left nothing to be purged later.
  const waiting = () => [one, other, third].map(({ gauges }) => gauges.edgeWaitingSeconds())
  await expect.poll(waiting).toEqual([0, 0, 0])
  // The build is known by then: the other two have purged nothing for it.
  expect(edge.calls.flat().filter((tag) => tag === 'documents')).toHaveLength(1)
  edge.calls.length = 0
  shared.ghost.state.posts = [...posts, fakePost('nouveau')]
  await deliver(one)
  const ofOne = ['addresses', 'list-fr', 'post-id-nouveau']
  await expect.poll(() => edge.calls.map((tags) => tags.toSorted())).toEqual([ofOne, ofOne])
  for (const site of [one, other, third]) {
    expect((await request(site.app).get('/blog')).text).toContain('nouveau')
  }
  expect(await shared.redis.client.keys('*purges*')).toEqual([])
})

it('purges what another build has made, and what an old instance has made since, when it stops', async () => {
  const edge = await startEdge()
  await using shared = await startShared(edge.env)
  const buildKey = async () => (await shared.redis.client.keys('*edge build'))[0] ?? ''
  {
    await using first = await shared.startInstance()
    await expect.poll(() => edge.calls.flat()).toContain('documents')
    const { text } = await request(first.app).get('/readyz')
    expect(text).toContain('edge: ok')
    // A newer build would write this when it begins.
    await shared.redis.client.set(await buildKey(), 'newer')
    edge.calls.length = 0
  }
  const build = /^build-([0-9a-f]{12})$/.exec(edge.calls.flat()[0] ?? '')?.[1]
  expect([edge.calls, build]).toEqual([[[`build-${build}`]], expect.any(String)])
  edge.calls.length = 0
  await using _next = await shared.startInstance()
  await expect.poll(() => edge.calls).toEqual([['build-newer']])
  expect(await shared.redis.client.get(await buildKey())).toBe(build)
})

it('purges at its start what an instance of the same build has left', async () => {
  const edge = await startEdge()
  await using shared = await startShared(edge.env)
  {
    await using _first = await shared.startInstance()
    await expect.poll(() => edge.calls.flat()).toContain('documents')
  }
  const [buildKey = ''] = await shared.redis.client.keys('*edge build')
  await shared.redis.client.sadd(buildKey.replace('edge build', 'purges'), 'post-left')
  edge.calls.length = 0
  await using _next = await shared.startInstance()
  await expect.poll(() => edge.calls.flat()).toContain('post-left')
})

it('notices by itself what no webhook and no visitor brings', async () => {
  const edge = await startEdge()
  const { ghost, site } = await startSiteWithGhost(posts, { ...edge.env, ...day, POSTS_TTL_SECONDS: '1' })
  await site.warm()
  await expect.poll(() => edge.calls.flat()).toContain('documents')
  ghost.state.posts = [...posts, fakePost('nouveau')]
  await expect.poll(() => edge.calls.flat()).toContain('post-id-nouveau')
})

it('looks for changes at its ease where copies live for a year, longer than a timer can wait', async () => {
  const edge = await startEdge()
  const looks = vi.fn()
  const env = { ...edge.env, ...day, POSTS_TTL_SECONDS: '31536000' }
  const { site } = await startSiteWithGhost(posts, env, Date.now, {}, { ...unobserved, onPosts: looks })
  await site.warm()
  looks.mockClear()
  // Some hundred turns of a timer that never rests.
  await delay(200)
  expect(looks.mock.calls.length).toBeLessThan(10)
})

it.each([
  ['takes purges', {}, 'ok       PURGE_URL: varnish takes purges'],
  [
    'refuses the token',
    { PURGE_TOKEN: 'another-token-0123456' },
    'problem  PURGE_URL: varnish takes no purge: it answers 403, and visitors get pages of before a change. Check that',
  ],
])('the doctor says that the edge %s', async (_what, changed, line) => {
  const edge = await startEdge()
  expect(await doctorLines({ ...edge.env, ...changed }, () => 0)).toContainEqual(expect.stringContaining(line))
})
