import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../support/fake-ghost.ts'
import { posts } from './support/addresses.ts'
import { deliver, type Instance } from './support/instance.ts'
import { hurryHeartbeats, startShared, untilRedisIs } from './support/instances.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const paths = ['/blog', '/blog/un-article', '/en/blog', '/en/blog/an-article', '/api/posts?lang=fr', '/rss.xml']
const newTitle = 'Un titre nouveau'
const retitled = posts.map((post) => ({ ...post, title: newTitle }))

const textOf = async ({ app }: Instance, path: string) => (await request(app).get(path)).text

/** Waits until Redis has so many lists: they are written in the background. */
async function untilWritten({ redis }: Awaited<ReturnType<typeof startShared>>, lists: number): Promise<void> {
  await expect.poll(() => redis.client.keys('*:posts:*')).toHaveLength(lists)
}

it.each([0, 3_600_000])('starts with the lists of before while Ghost is down, %i ms later', async (age) => {
  await using shared = await startShared()
  const before: string[] = []
  {
    await using first = await shared.startInstance({}, () => noon)
    for (const path of paths) before.push(await textOf(first, path))
    await untilWritten(shared, 2)
    for (const key of await shared.redis.client.keys('*:posts:*'))
      expect(await shared.redis.client.pttl(key)).toBeGreaterThan(0)
  }
  shared.ghost.state.behaviour = 'answers 500'
  await using next = await shared.startInstance({}, () => noon + age)
  for (const [index, path] of paths.entries()) {
    const answer = await request(next.app).get(path)
    expect([path, answer.status, answer.text]).toEqual([path, 200, before[index]])
    // No process of the site may have heard of a change meanwhile.
    if (path !== '/rss.xml') expect(answer.get('Cache-Status')).toContain('posts; fwd=stale')
  }
})

it('has the lists in Redis again once one that has lost them is back', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  await using one = await shared.startInstance({}, () => noon)
  for (const path of paths) await textOf(one, path)
  await untilWritten(shared, 2)
  await shared.redis.kill()
  await untilRedisIs(one, 'cannot be used')
  await shared.redis.start()
  await untilRedisIs(one, 'redis: ok')
  await untilWritten(shared, 2)
})

it('asks Ghost, not Redis, where POSTS_TTL_SECONDS is 0, and falls back to the list of before when Ghost fails', async () => {
  await using shared = await startShared({ POSTS_TTL_SECONDS: '0' })
  await using one = await shared.startInstance()
  await textOf(one, '/blog')
  await untilWritten(shared, 1)
  shared.ghost.state.behaviour = 'answers 500'
  await using other = await shared.startInstance()
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
      await expect.poll(() => textOf(instance, path)).toContain(newTitle)
    }
    await expect.poll(() => textOf(instance, '/en/blog')).not.toContain('an-article')
  }
})

it('tells the others of a change as soon as Redis is back, and learns what it may have missed', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  const clock = () => noon
  await using told = await shared.startInstance({}, clock)
  await using other = await shared.startInstance({}, clock)
  for (const instance of [told, other]) await textOf(instance, '/blog/un-article')
  await shared.redis.kill()
  for (const instance of [told, other]) await untilRedisIs(instance, 'cannot be used')
  shared.ghost.state.posts = retitled
  await deliver(told, {}, noon)
  await expect.poll(() => textOf(told, '/blog/un-article')).toContain(newTitle)
  expect(await textOf(other, '/blog/un-article')).not.toContain(newTitle)
  await shared.redis.start()
  await expect.poll(() => textOf(other, '/blog/un-article')).toContain(newTitle)
})

// See test/unit/snapshot.test.ts for other values that are no copies.
it.each([
  ['nothing', () => ''],
  ['what others have written into a copy', (text: string) => text.replaceAll('Titre de', '<script>alert(1)</script>')],
])('asks Ghost where Redis holds %s', async (_what, change) => {
  await using shared = await startShared()
  await using one = await shared.startInstance()
  const before: string[] = []
  for (const path of paths) before.push(await textOf(one, path))
  await untilWritten(shared, 2)
  const { client } = shared.redis
  for (const key of await client.keys('*:posts:*')) {
    const text = (await client.get(key)) ?? ''
    expect(text).toMatch(/^[\w-]{43}\n/)
    await client.set(key, change(text))
  }
  const calls = shared.ghost.calls.length
  await using next = await shared.startInstance()
  for (const [index, path] of paths.entries()) expect([path, await textOf(next, path)]).toEqual([path, before[index]])
  expect(shared.ghost.calls.length).toBeGreaterThan(calls)
})

it('logs the same fingerprint where state is shared, and another where SITE_URL or the secret differ', async () => {
  await using shared = await startShared()
  const fingerprints = []
  const differing = [{ SITE_URL: 'https://other.example' }, { SITE_SECRET: '0123456789abcdef' }]
  for (const env of [{}, {}, ...differing] as Record<string, string>[]) {
    await using one = await shared.startInstance(env)
    fingerprints.push(/"fingerprint":"([0-9a-f]{6})"/.exec(one.logged())?.[1])
  }
  expect(fingerprints).toEqual(Array(4).fill(expect.any(String)))
  expect([fingerprints[1], new Set(fingerprints).size]).toEqual([fingerprints[0], 3])
})
