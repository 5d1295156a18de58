import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { fakePost } from '../support/fake-ghost.ts'
import { posts } from './support/addresses.ts'
import { deliver, type Instance } from './support/instance.ts'
import { hurryHeartbeats, startShared, startTwo, untilRedisIs } from './support/instances.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const paths = ['/blog', '/blog/un-article', '/en/blog', '/en/blog/an-article', '/api/posts?lang=fr', '/rss.xml']
const newTitle = 'Un titre nouveau'
const retitled = posts.map((post) => ({ ...post, title: newTitle }))

const textOf = async ({ app }: Instance, path: string) => (await request(app).get(path)).text

/** Until what has been read is written; in the background. */
async function untilWritten(shared: Awaited<ReturnType<typeof startShared>>, copies: number): Promise<void> {
  const written = async () => (await shared.redis.client.keys('*')).filter((key) => /:(lists|posts):/.test(key))
  await vi.waitFor(async () => expect(await written()).toHaveLength(copies), { timeout: 10_000 })
}

it('reads of Ghost once what several instances show, and what is not there', async () => {
  const { one, other, shared } = await startTwo()
  const asked = [...paths, '/blog/inconnu']
  const before = []
  for (const path of asked) before.push(await request(one.app).get(path))
  await untilWritten(shared, 5)
  const calls = shared.ghost.calls.length

  for (const [index, path] of asked.entries()) {
    const answer = await request(other.app).get(path)
    expect([path, answer.status, answer.text]).toEqual([path, before[index]?.status, before[index]?.text])
    expect([path, answer.get('ETag')]).toEqual([path, before[index]?.get('ETag')])
    if (path !== '/rss.xml') expect(answer.get('Cache-Status')).toContain('posts; hit')
  }
  expect(shared.ghost.calls).toHaveLength(calls)
})

it.each([
  { age: 0, freshness: 'posts; hit' },
  { age: 3_600_000, freshness: 'posts; fwd=stale' },
])('starts warm with copies of $age ms while Ghost is down', async ({ age, freshness }) => {
  await using shared = await startShared()
  const before: string[] = []
  {
    await using first = await shared.startInstance({}, () => noon)
    for (const path of paths) before.push(await textOf(first, path))
    await untilWritten(shared, 4)
  }
  shared.ghost.state.behaviour = 'answers 500'
  await using next = await shared.startInstance({}, () => noon + age)
  for (const [index, path] of paths.entries()) {
    const answer = await request(next.app).get(path)
    expect([path, answer.status, answer.text]).toEqual([path, 200, before[index]])
    if (path !== '/rss.xml') expect(answer.get('Cache-Status')).toContain(freshness)
  }
})

it('shows an article that only the list of another instance has, to the first who asks while Ghost is down', async () => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  await textOf(one, '/blog')
  await untilWritten(shared, 1)
  shared.ghost.state.behaviour = 'answers 500'
  await using other = await shared.startInstance()
  const page = await request(other.app).get('/blog/un-article').expect(200)
  expect([page.text.includes('Titre de un-article'), page.get('Cache-Status')]).toEqual([
    true,
    expect.stringContaining('posts; hit'),
  ])
})

it('takes over no copy that is too old to be served', async () => {
  await using shared = await startShared({ POSTS_STALE_SECONDS: '600' })
  {
    await using first = await shared.startInstance({}, () => noon)
    await textOf(first, '/blog/un-article')
    await untilWritten(shared, 1)
  }
  shared.ghost.state.behaviour = 'answers 500'
  await using next = await shared.startInstance({}, () => noon + 660_000)
  expect((await request(next.app).get('/blog/un-article')).status).toBe(503)
})

it('asks Ghost, not Redis, where POSTS_TTL_SECONDS is 0, and falls back to Redis when Ghost fails', async () => {
  const { one, other, shared } = await startTwo({ POSTS_TTL_SECONDS: '0' })
  await textOf(one, '/blog/un-article')
  await untilWritten(shared, 1)
  shared.ghost.state.behaviour = 'answers 500'
  expect(await textOf(other, '/blog/un-article')).toContain('Titre de un-article')
  shared.ghost.state.behaviour = 'well'
  shared.ghost.state.posts = retitled
  expect(await textOf(other, '/blog/un-article')).toContain(newTitle)
})

// The instances that are not told give the one that is a head start: these tests wait for it together.
it.concurrent.for<[string, object]>([
  ['everything', {}],
  ['one article', { post: { current: { slug: 'un-article', status: 'published' }, previous: { title: 'Avant' } } }],
])('refreshes all instances when a webhook tells one of %s', async ([, delivery], { expect }) => {
  await using shared = await startShared()
  const clock = () => noon
  await using told = await shared.startInstance({}, clock)
  await using other = await shared.startInstance({}, clock)
  for (const instance of [told, other]) {
    for (const path of paths) expect(await textOf(instance, path)).not.toContain(newTitle)
  }
  shared.ghost.state.posts = [fakePost('un-article', { title: newTitle })]
  await deliver(told, delivery, noon)
  // The clock stands still: what they show anew is not due to age.
  for (const instance of [told, other]) {
    for (const path of ['/blog/un-article', '/blog', '/rss.xml']) {
      await expect.poll(() => textOf(instance, path), { timeout: 5000 }).toContain(newTitle)
    }
    await expect.poll(() => textOf(instance, '/en/blog')).not.toContain('an-article')
  }
})

it.concurrent('has a change read of Ghost by the instance that was told, and by no other', async ({ expect }) => {
  await using shared = await startShared()
  await using told = await shared.startInstance()
  await using other = await shared.startInstance()
  for (const instance of [told, other]) await textOf(instance, '/blog')
  await untilWritten(shared, 1)
  shared.ghost.state.posts = retitled
  await deliver(told)
  await expect.poll(() => textOf(told, '/blog')).toContain(newTitle)
  await untilWritten(shared, 2)
  // Read by one and shown by both: what the other shows from now on is what Redis holds.
  shared.ghost.state.behaviour = 'answers 500'
  await expect.poll(() => textOf(other, '/blog'), { timeout: 5000 }).toContain(newTitle)
})

it('does not take a copy of before a change for a fresh one', async () => {
  await using shared = await startShared()
  await using told = await shared.startInstance()
  await textOf(told, '/blog/un-article')
  await untilWritten(shared, 1)
  shared.ghost.state.posts = retitled
  // The list alone is read anew; the article's copy in Redis is of before, and looks fresh by its age.
  await deliver(told, { post: { current: { slug: 'autre', status: 'published' }, previous: {} } })
  await untilWritten(shared, 3)
  await using next = await shared.startInstance()
  await expect.poll(() => textOf(next, '/blog/un-article')).toContain(newTitle)
})

it('tells the others of a change as soon as Redis is back, and learns what it may have missed', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  const clock = () => noon
  await using told = await shared.startInstance({}, clock)
  await using other = await shared.startInstance({}, clock)
  for (const instance of [told, other]) await textOf(instance, '/blog/un-article')
  await shared.redis.kill()
  for (const instance of [told, other]) await untilRedisIs(instance, 'cannot be reached')
  shared.ghost.state.posts = retitled
  await deliver(told, {}, noon)
  await expect.poll(() => textOf(told, '/blog/un-article')).toContain(newTitle)
  expect(await textOf(other, '/blog/un-article')).not.toContain(newTitle)
  await shared.redis.start()
  await expect.poll(() => textOf(other, '/blog/un-article'), { timeout: 10_000 }).toContain(newTitle)
})

it.each([
  ['no JSON', '{'],
  ['another shape', '{"generation":null,"readAt":1,"version":"a","value":{"slug":42}}'],
  ['nothing', ''],
])('asks Ghost where Redis holds %s', async (_what, value) => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  for (const path of paths) await textOf(one, path)
  await untilWritten(shared, 4)
  const { client } = shared.redis
  for (const key of await client.keys('*:lists:*')) await client.set(key, value)
  for (const key of await client.keys('*:posts:*')) await client.set(key, value)
  await using next = await shared.startInstance()
  for (const path of paths) expect([path, await textOf(next, path)]).toEqual([path, await textOf(one, path)])
})

it.each([
  ['written into a copy', (text: string) => text.replaceAll('Titre de', '<script>alert(1)</script> de')],
  ['without a seal', (text: string) => text.replace(/\n.*$/, '')],
  ['with a seal of their own', (text: string) => text.replace(/.{43}$/, 'a'.repeat(43))],
])('shows nothing that others have put into Redis: %s', async (_what, change) => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  const before: string[] = []
  for (const path of paths) before.push(await textOf(one, path))
  await untilWritten(shared, 4)
  const { client } = shared.redis
  for (const key of [...(await client.keys('*:lists:*')), ...(await client.keys('*:posts:*'))]) {
    const text = (await client.get(key)) ?? ''
    expect(text).toMatch(/\n[\w-]{43}$/)
    await client.set(key, change(text))
  }
  const calls = shared.ghost.calls.length
  await using next = await shared.startInstance()
  for (const [index, path] of paths.entries()) expect([path, await textOf(next, path)]).toEqual([path, before[index]])
  expect(shared.ghost.calls.length).toBeGreaterThan(calls)
})

it('keeps nothing in Redis of addresses that can be no article', async () => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  for (const slug of ['%C3%80', 'A', 'a'.repeat(192), 'a.b']) {
    await request(one.app).get(`/blog/${slug}`).expect(404)
  }
  await request(one.app).get('/blog/a').expect(404)
  await untilWritten(shared, 1)
})

it('shares no posts between sites that show them otherwise', async () => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  await textOf(one, '/blog/un-article')
  await untilWritten(shared, 1)
  shared.ghost.state.posts = retitled
  await using other = await shared.startInstance({ SITE_URL: 'https://other.example' })
  expect(await textOf(other, '/blog/un-article')).toContain(newTitle)
})
