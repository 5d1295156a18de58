import request from 'supertest'
import { expect, it } from 'vitest'
import { adminKey } from '../support/fake-ghost-admin.ts'
import { message, postTo, verifiedFields } from './support/contact.ts'
import { type Instance, linesAbout } from './support/instance.ts'
import { hurryHeartbeats, startShared, startTwo, untilRedisIs } from './support/instances.ts'

const valid = { email: 'ada@example.com', lang: 'fr' }

async function subscribe({ app }: Instance, form: object = valid): Promise<number> {
  return (await request(app).post('/api/newsletter').set('X-Forwarded-For', '203.0.113.77').send(form)).status
}

it('says when to come again by the clock of the instance that is asked', async () => {
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '1' })
  await using one = await shared.startInstance({}, () => Date.now() + 3_600_000)
  await untilRedisIs(one, 'redis: ok')
  expect(await subscribe(one)).toBe(202)
  const refused = await request(one.app).post('/api/newsletter').send(valid)
  const seconds = Number(refused.get('Retry-After'))
  expect([refused.status, seconds > 500, seconds <= 600]).toEqual([429, true, true])
})

it('counts no form that was not accepted', async () => {
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '1' })
  await using one = await shared.startInstance({ OUTBOX_DIR: 'package.json/outbox' })
  await using other = await shared.startInstance()
  // Counts of the visitor's network and those beside it, of unverified forms, of the recipient.
  const counts = async () => {
    // Forms that a check or a full outbox refuses count apart.
    const keys = (await shared.redis.client.keys('*:rate:*')).filter((key) => !key.includes('refused-forms'))
    return Promise.all(keys.map((key) => shared.redis.client.get(key)))
  }
  for (const instance of [one, other]) expect(await subscribe(instance, { email: 'ada' })).toBe(422)
  expect(await counts()).toEqual([])
  for (const _again of [1, 2]) {
    expect(await subscribe(one)).toBe(503)
    expect(await counts()).toEqual(['0', '0', '0', '0'])
  }
  expect(await subscribe(other)).toBe(202)
  for (const instance of [one, other]) expect(await subscribe(instance)).toBe(429)
  expect(await counts()).toEqual(['1', '1', '1', '1'])
})

it('counts previews on all instances together', async () => {
  const { one, other } = await startTwo({ GHOST_ADMIN_API_KEY: adminKey })
  const preview = async ({ app }: Instance) => (await request(app).get('/preview/nothing')).status
  for (let count = 0; count < 15; count += 1) {
    for (const instance of [one, other]) expect(await preview(instance)).toBe(404)
  }
  for (const instance of [one, other]) expect(await preview(instance)).toBe(429)
})

it('takes a proof of work for one message, whichever instance gets it', async () => {
  const { one, other } = await startTwo()
  const fields = { ...message, ...(await verifiedFields(one.app)) }
  const send = async ({ app }: Instance, changed = {}) =>
    (await postTo(app, '/api/contact', { ...fields, ...changed })).status
  expect(await send(other)).toBe(202)
  for (const instance of [one, other]) {
    expect(await send(instance, { name: 'Another name' })).toBe(403)
    // A proxy that has heard no answer sends it again.
    expect(await send(instance)).toBe(202)
  }
})

it('gives Redis no address, no message, and nothing that stays', async () => {
  await using shared = await startShared({ TRUST_PROXY: '1' })
  await using one = await shared.startInstance()
  await subscribe(one)
  await request(one.app).get('/blog/un-article').expect(200)
  const { client } = shared.redis
  const told = async () => Promise.all((await client.keys('*:outbox:*')).map((key) => client.get(key)))
  await expect.poll(told).toEqual([expect.stringMatching(/^delivered /)])
  const keys = await client.keys('*')
  expect(keys.length).toBeGreaterThan(3)
  for (const key of keys) {
    expect(`${key} ${await client.get(key)}`).not.toMatch(/203\.0\.113|ada@|example\.com/)
    expect([key, await client.pttl(key)]).toEqual([key, expect.toSatisfy((left: number) => left > 0)])
  }
})

it('goes on with its own counts when Redis dies, and with the higher one when it is back', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '2' })
  await using one = await shared.startInstance()
  await untilRedisIs(one, 'redis: ok')
  expect(await subscribe(one)).toBe(202)
  await shared.redis.kill()
  expect(await subscribe(one)).toBe(202)
  for (const _again of [1, 2, 3]) expect(await subscribe(one)).toBe(429)
  await untilRedisIs(one, 'cannot be used')

  await shared.redis.start()
  await untilRedisIs(one, 'redis: ok')
  expect(await subscribe(one)).toBe(429)
  expect(linesAbout(one, 'redis cannot be used')).toHaveLength(1)
  expect(linesAbout(one, 'redis is back')).toHaveLength(1)
})

it('takes forms while Redis does not answer, and while it is full', async () => {
  using _hurried = hurryHeartbeats()
  await using shared = await startShared({ FORMS_PER_10_MINUTES: '2' })
  await using one = await shared.startInstance({ REDIS_TIMEOUT_MS: '100' })
  shared.redis.pause()
  for (const expected of [202, 202, 429]) expect(await subscribe(one)).toBe(expected)
  await untilRedisIs(one, 'no answer within 100 ms')
  shared.redis.resume()
  await untilRedisIs(one, 'redis: ok')

  await using other = await shared.startInstance()
  await shared.redis.client.config('SET', 'maxmemory', '1mb')
  await untilRedisIs(other, 'cannot be used (OOM)')
  for (const expected of [202, 202, 429]) expect(await subscribe(other)).toBe(expected)
  await shared.redis.client.config('SET', 'maxmemory', '0')
  await untilRedisIs(other, 'redis: ok')
  expect(linesAbout(other, 'redis cannot be used')).toHaveLength(1)
})
