import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
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

const sharing = 'redis: instances with the same fingerprint share counts and lists'

const cannotBeUsed = 'redis cannot be used: this instance goes on with its own memory'

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
  await using shared = await startShared()
  await shared.redis.kill()
  await using one = await shared.startInstance()
  await expectEveryPage(one)
  await untilRedisIs(one, 'cannot be used (ECONNREFUSED)')
  await shared.redis.start()
  await untilRedisIs(one, 'redis: ok')
  expect(linesAbout(one, 'redis').map(messageIn)).toEqual([sharing, cannotBeUsed, 'redis is back'])
})

it('starts, shows every page and gets over it while Redis does not answer, at its start and later', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared(impatient)
  shared.redis.pause()
  await using one = await shared.startInstance()
  await expectEveryPage(one)
  await untilRedisIs(one, 'no answer')
  shared.redis.resume()
  await untilRedisIs(one, 'redis: ok')
  shared.redis.pause()
  await expectEveryPage(one)
  await untilRedisIs(one, 'no answer')
  shared.redis.resume()
  await untilRedisIs(one, 'redis: ok')
  expect(linesAbout(one, 'redis cannot be used')).toHaveLength(2)
  expect(linesAbout(one, 'redis is back')).toHaveLength(2)
})

it('shows every page, and passes changes on, while Redis is full', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared({}, '--maxmemory', '1mb', '--maxmemory-policy', 'noeviction')
  await using one = await shared.startInstance()
  await untilRedisIs(one, 'cannot be used (OOM)')
  await expectEveryPage(one)
  await using other = await shared.startInstance()
  await expectEveryPage(other)
  shared.ghost.state.posts = [fakePost('un-article', { title: 'Un titre nouveau' })]
  await deliver(other)
  const shown = async () => (await request(one.app).get('/blog/un-article')).text
  await expect.poll(shown).toContain('Un titre nouveau')
  expect(linesAbout(one, 'redis cannot be used')).toHaveLength(1)
  await shared.redis.client.config('SET', 'maxmemory', '0')
  await untilRedisIs(one, 'redis: ok')
})

/** The number of a command's refusals by Redis, once instances have looked at it again. */
async function refusals({ client }: Redis, command: string, how: 'rejected_calls' | 'failed_calls') {
  vi.advanceTimersByTime(3000)
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
  for (const key of counts) await client.multi().del(key).lpush(key, 'x').exec()

  await using one = await shared.startInstance()
  for (const status of [202, 202, 429]) expect(await subscribe(one)).toBe(status)
  expect(linesAbout(one, 'redis').map(messageIn)).toEqual([sharing, 'redis is there', refused])
  await untilRedisIs(one, 'redis: ok')
})

it('shares all but messages with a user who may not listen, says so once, and hears once he may', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  const { client, url } = shared.redis
  await client.acl('SETUSER', 'site', 'on', '>hunter2', '~site:*', 'resetchannels', '+@all')
  const env = { REDIS_URL: url.replace('//', '//site:hunter2@'), POSTS_TTL_SECONDS: '3600' }
  await using one = await shared.startInstance(env)
  await untilRedisIs(one, 'cannot be used (NOPERM)')
  const connections = async () => /^total_connections_received:(\d+)/m.exec(await client.info('stats'))?.[1]
  const before = await connections()
  await expectEveryPage(one)
  await deliver(one)
  const already = await refusals(shared.redis, 'subscribe', 'rejected_calls')
  await expect.poll(() => refusals(shared.redis, 'subscribe', 'rejected_calls')).toBeGreaterThan(already + 2)
  expect(await connections()).toBe(before)
  await expect.poll(() => linesAbout(one, 'redis').map(messageIn)).toEqual([sharing, cannotBeUsed, refused])
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

/** One name that leads to one server now and to another later; connections that are open stay where they are. */
async function startName(first: number) {
  let port = first
  const relay = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    pipeline(socket, onward, () => {})
    pipeline(onward, socket, () => {})
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    url: `redis://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    leadTo(next: number) {
      port = next
    },
    [Symbol.dispose]: () => void relay.close(),
  }
}

it('has Ghost asked no more often while REDIS_URL leads to a replica', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared({ POSTS_TTL_SECONDS: '3600' })
  await using one = await shared.startInstance()
  await untilRedisIs(one, 'redis: ok')
  await expectEveryPage(one)
  const { client } = shared.redis
  await client.replicaof('127.0.0.1', 1)
  await untilRedisIs(one, 'READONLY')
  const connections = async () => Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1])
  const [before, calls] = [await connections(), shared.ghost.calls.length]
  // Each time both connections are made anew.
  await expect.poll(connections, { timeout: 20_000 }).toBeGreaterThan(before + 6)
  expect(shared.ghost.calls.length - calls).toBeLessThanOrEqual(2)
})

it('goes to the new primary where the old one becomes a replica and keeps its connections open', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared()
  await using promoted = await startRedis()
  const [oldPort, newPort] = [Number(new URL(shared.redis.url).port), Number(new URL(promoted.url).port)]
  using name = await startName(oldPort)
  const own = { REDIS_URL: name.url, POSTS_TTL_SECONDS: '3600', FORMS_PER_10_MINUTES: '2' }
  await using one = await shared.startInstance(own)
  await using other = await shared.startInstance(own)
  for (const instance of [one, other]) {
    await untilRedisIs(instance, 'redis: ok')
    await expectEveryPage(instance)
  }
  name.leadTo(newPort)
  await shared.redis.client.replicaof('127.0.0.1', newPort)
  const connected = async () => String(await promoted.client.client('LIST')).match(/^id=.* sub=1 /gm)?.length
  const probed = () => {
    vi.advanceTimersByTime(3000)
    return connected()
  }
  await expect.poll(probed).toBe(2)
  for (const instance of [one, other]) await untilRedisIs(instance, 'redis: ok')
  // The instances count together there, and hear of each other's changes.
  for (const [instance, status] of [
    [one, 202],
    [other, 202],
    [one, 429],
  ] as const)
    expect(await subscribe(instance)).toBe(status)
  shared.ghost.state.posts = [fakePost('un-article', { title: 'Un titre nouveau' })]
  await deliver(one)
  const shown = async () => (await request(other.app).get('/blog/un-article')).text
  await expect.poll(shown).toContain('Un titre nouveau')
})

it('names a refused login, and never the password', async () => {
  using _hurried = hurryHeartbeats()
  await using redis = await startRedis()
  await redis.client.config('SET', 'requirepass', 'the-right-one')
  await using site = await startSite({
    REDIS_URL: redis.url.replace('//', '//:the-wrong-one@'),
    SITE_SECRET: '0123456789abcdef',
  })
  await untilRedisIs(site, 'cannot be used (WRONGPASS)')
  expect((await request(site.app).get('/blog')).status).toBe(200)
  expect(site.logged()).not.toMatch(/the-wrong-one|127\.0\.0\.1/)
})

it('warns where instances cannot know each other', async () => {
  await using redis = await startRedis()
  await using site = await startSite({ REDIS_URL: redis.url })
  expect(linesAbout(site, 'SITE_SECRET')).toHaveLength(1)
})
