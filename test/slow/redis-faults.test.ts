import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { fakePost } from '../support/fake-ghost.ts'
import { startRedis } from '../support/redis.ts'
import { startSite } from '../support/start-site.ts'
import { pathsIn } from '../http/support/addresses.ts'
import { deliver, type Instance, linesAbout } from '../http/support/instance.ts'
import { hurryHeartbeats, startShared, untilRedisIs } from '../http/support/instances.ts'

const impatient = { REDIS_TIMEOUT_MS: '500' }

type Redis = Awaited<ReturnType<typeof startRedis>>

const refused = 'redis refuses a command: this instance goes on without its answer'

const cannotSubscribe = 'redis passes no messages on: this instance does not hear what others are told'

const messageIn = (line: string) => (JSON.parse(line) as { msg: string }).msg

async function subscribe({ app }: Instance): Promise<number> {
  return (await request(app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'fr' })).status
}

async function expectEveryPage({ app }: Instance): Promise<void> {
  for (const path of pathsIn('fr')) expect([path, (await request(app).get(path)).status]).toEqual([path, 200])
  expect((await request(app).get('/blog/un-article')).text).toContain('Titre de un-article')
}

it('says nothing of Redis where there is none', async () => {
  await using site = await startSite()
  expect((await request(site.app).get('/readyz')).text).toBe('ok\n')
  expect(site.logged()).not.toContain('redis')
})

it('shows every page, cold, while Redis is away, and uses it once it is there', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient)
  await shared.redis.kill()
  await using one = await shared.startInstance()
  await expectEveryPage(one)
  await untilRedisIs(one, 'cannot be reached (ECONNREFUSED)')
  await shared.redis.start()
  await untilRedisIs(one, 'redis: ok')
  expect(linesAbout(one, 'redis')).toHaveLength(2)
})

it('shows every page, cold, while Redis does not answer', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient)
  await using one = await shared.startInstance()
  await untilRedisIs(one, 'redis: ok')
  shared.redis.pause()
  await expectEveryPage(one)
  await untilRedisIs(one, 'no answer within 500 ms')
  shared.redis.resume()
  await untilRedisIs(one, 'redis: ok')
  expect(linesAbout(one, 'redis cannot be reached')).toHaveLength(1)
  expect(linesAbout(one, 'redis is back')).toHaveLength(1)
})

it('starts while Redis does not answer', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient)
  shared.redis.pause()
  await using one = await shared.startInstance()
  await expectEveryPage(one)
  shared.redis.resume()
  await untilRedisIs(one, 'redis: ok')
})

it('shows every page, and passes changes on, while Redis is full', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient, '--maxmemory', '1mb', '--maxmemory-policy', 'noeviction')
  await using one = await shared.startInstance()
  await untilRedisIs(one, 'takes no values (OOM)')
  await expectEveryPage(one)
  await using other = await shared.startInstance()
  await expectEveryPage(other)
  shared.ghost.state.posts = [fakePost('un-article', { title: 'Un titre nouveau' })]
  await deliver(other)
  const shown = async () => (await request(one.app).get('/blog/un-article')).text
  await expect.poll(shown).toContain('Un titre nouveau')
  expect(linesAbout(one, 'redis takes no values')).toHaveLength(1)
  await shared.redis.client.config('SET', 'maxmemory', '0')
  await untilRedisIs(one, 'redis: ok')
})

/** How often Redis has said no to a command, at the next look that instances have at it. */
async function refusals({ client }: Redis, command: string, how: 'rejected_calls' | 'failed_calls') {
  vi.advanceTimersByTime(1000)
  const line = new RegExp(`^cmdstat_${command}:.*?\\b${how}=(\\d+)`, 'm')
  return Number(line.exec(await client.info('commandstats'))?.[1] ?? 0)
}

it('does without the values of another type, says so once, and uses all others', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '2' })
  const { client } = shared.redis
  {
    await using before = await shared.startInstance()
    await subscribe(before)
  }
  const keys = await client.keys('*')
  const counts = keys.filter((key) => key.includes(':rate:'))
  const generation = counts[0]?.replace(/^(site:\w+:).*/, '$1generation') ?? ''
  for (const key of [generation, ...counts]) await client.multi().del(key).lpush(key, 'x').exec()

  await using one = await shared.startInstance()
  for (const status of [202, 202, 429]) expect(await subscribe(one)).toBe(status)
  await expect.poll(() => refusals(shared.redis, 'get', 'failed_calls'), { timeout: 10_000 }).toBeGreaterThan(2)
  expect(linesAbout(one, 'redis').map(messageIn)).toEqual(['redis is there', refused])
  await untilRedisIs(one, 'redis: ok')
  // Its own change mends the generation, and the others hear of it.
  await using other = await shared.startInstance()
  await expectEveryPage(other)
  shared.ghost.state.posts = [fakePost('un-article', { title: 'Un titre nouveau' })]
  await deliver(one)
  const shown = async () => (await request(other.app).get('/blog/un-article')).text
  await expect.poll(shown).toContain('Un titre nouveau')
})

it('shares all but messages with a user who may not listen, says so once, and hears once he may', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  const { client, url } = shared.redis
  await client.acl('SETUSER', 'site', 'on', '>hunter2', '~site:*', 'resetchannels', '+@all')
  const env = { REDIS_URL: url.replace('//', '//site:hunter2@'), POSTS_TTL_SECONDS: '3600' }
  await using one = await shared.startInstance(env)
  await untilRedisIs(one, 'passes no messages on (NOPERM)')
  const connections = async () => /^total_connections_received:(\d+)/m.exec(await client.info('stats'))?.[1]
  const before = await connections()
  await expectEveryPage(one)
  await deliver(one)
  const already = await refusals(shared.redis, 'subscribe', 'rejected_calls')
  await expect
    .poll(() => refusals(shared.redis, 'subscribe', 'rejected_calls'), { timeout: 10_000 })
    .toBeGreaterThan(already + 2)
  expect(await connections()).toBe(before)
  await expect.poll(() => linesAbout(one, 'redis').map(messageIn)).toEqual(['redis is there', cannotSubscribe, refused])
  expect((await client.keys('*:posts:*')).length).toBeGreaterThan(0)

  await client.acl('SETUSER', 'site', '&site:*')
  await untilRedisIs(one, 'redis: ok')
  await using other = await shared.startInstance(env)
  shared.ghost.state.posts = [fakePost('un-article', { title: 'Un titre nouveau' })]
  await deliver(other)
  const shown = async () => (await request(one.app).get('/blog/un-article')).text
  await expect.poll(shown).toContain('Un titre nouveau')
})

it('gets over a Redis that loses its connections again and again', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient)
  await using one = await shared.startInstance()
  for (const _again of [1, 2, 3]) {
    await untilRedisIs(one, 'redis: ok')
    await shared.redis.client.call('CLIENT', 'KILL', 'SKIPME', 'yes')
    await expectEveryPage(one)
  }
  await untilRedisIs(one, 'redis: ok')
})

it('names a refused login, and never the password', async () => {
  using _hurried = hurryHeartbeats()
  await using redis = await startRedis()
  await redis.client.config('SET', 'requirepass', 'the-right-one')
  await using site = await startSite({
    REDIS_URL: redis.url.replace('//', '//:the-wrong-one@'),
    SITE_SECRET: '0123456789abcdef',
  })
  await untilRedisIs(site, 'cannot be reached (WRONGPASS)')
  expect((await request(site.app).get('/blog')).status).toBe(200)
  expect(site.logged()).not.toMatch(/the-wrong-one|127\.0\.0\.1/)
})

it('warns where instances cannot know each other', async () => {
  await using redis = await startRedis()
  await using site = await startSite({ REDIS_URL: redis.url })
  expect(linesAbout(site, 'SITE_SECRET')).toHaveLength(1)
})
