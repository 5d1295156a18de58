import { expect, it } from 'vitest'
import { presencePrefix } from '../../server/redis/presence.ts'
import { doctorLines } from '../support/doctor-lines.ts'
import { startRedis } from '../support/redis.ts'
import { startSite } from '../support/start-site.ts'

const secret = 'correct horse battery'.replaceAll(' ', '-')
const own = { SITE_URL: 'https://www.nordet.example', SITE_SECRET: secret }
const apart = 'they share neither limits of the forms nor cached posts, and two may deliver one message'

/** What the doctor says of this configuration's instances. */
async function linesOf(redis: string, env: Record<string, string> = own): Promise<string[]> {
  const lines = await doctorLines({ REDIS_URL: redis, ...env }, () => 0)
  return lines.filter((line) => /instance|hunter2|battery/.test(line))
}

it('counts the instances that share what they know, and says nothing where there are none', async () => {
  await using redis = await startRedis()
  expect(await linesOf(redis.url)).toEqual([])
  // More than Redis lists at once.
  await redis.client.mset(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`site:${index}`, ''])))
  await using _one = await startSite({ ...own, REDIS_URL: redis.url })
  await using _other = await startSite({ ...own, REDIS_URL: redis.url })
  await expect
    .poll(() => linesOf(redis.url))
    .toEqual(['ok       instances: running with this SITE_URL and this secret: 2'])
})

const remedy = 'Give all the same SITE_SECRET, GHOST_URL, GHOST_CONTENT_API_KEY and GHOST_API_VERSION'
const otherSecret = `warning  SITE_SECRET: an instance of this site has another secret or another Ghost: ${apart}. ${remedy}`
const ghost = { GHOST_URL: 'http://127.0.0.1:1', GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' }

it.each([
  { what: 'has another SITE_SECRET', env: { SITE_SECRET: 'hunter2hunter2hunter2' }, line: otherSecret },
  { what: 'has no secret', env: { SITE_SECRET: '' }, line: otherSecret },
  { what: 'has a Ghost', env: ghost, line: otherSecret },
  {
    what: 'has another SITE_URL',
    env: { SITE_URL: 'https://nordet.example' },
    line: `warning  SITE_URL: an instance with the same secret has https://nordet.example: ${apart}. Give all the same`,
  },
  {
    what: 'has both',
    env: { SITE_URL: 'http://localhost:3000', SITE_SECRET: 'hunter2hunter2hunter2' },
    line:
      'warning  SITE_URL: an instance of http://localhost:3000 uses this Redis too, with another secret: nothing is shared, ' +
      'as it should be with another site. If it is this one, give it the same SITE_URL and SITE_SECRET',
  },
])('warns of an instance that $what, once however many there are, and shows no secret', async ({ env, line }) => {
  await using redis = await startRedis()
  await using _one = await startSite({ ...own, ...env, REDIS_URL: redis.url })
  await using _same = await startSite({ ...own, ...env, REDIS_URL: redis.url })
  await expect.poll(() => linesOf(redis.url)).toEqual([line])
})

it('warns that there is no secret where instances could share something', async () => {
  await using redis = await startRedis()
  expect(await linesOf(redis.url, {})).toEqual([
    `warning  SITE_SECRET: is not set, nor is GHOST_URL: instances have nothing in common, ${apart}. ` +
      'Set it, the same for all, if there is more than one',
  ])
})

it('believes nothing of what others write there that no instance would', async () => {
  await using redis = await startRedis()
  const fingerprint = 'a'
  for (const [name, value] of [
    ['a', ''],
    ['b', '{'],
    ['c', JSON.stringify({ siteUrl: 'https://a.example/\u001b[2J', fingerprint })],
    ['d', JSON.stringify({ siteUrl: 7, fingerprint })],
    ['e', JSON.stringify({ siteUrl: 'https://a.example' })],
  ] as const)
    await redis.client.set(presencePrefix + name, value)
  await redis.client.hset(`${presencePrefix}f`, 'a', 'b')
  expect(await linesOf(redis.url)).toEqual([])
})

it('is left in Redis for seconds only, without the secret', async () => {
  await using redis = await startRedis()
  await using _site = await startSite({ ...own, REDIS_URL: redis.url })
  const keys = () => redis.client.keys(`${presencePrefix}*`)
  await expect.poll(async () => (await redis.client.mget(...(await keys()))).join('')).toContain('fingerprint')
  const [key = ''] = await keys()
  const text = (await redis.client.get(key)) ?? ''
  expect(JSON.parse(text)).toEqual({ siteUrl: own.SITE_URL, fingerprint: expect.stringMatching(/^[\w-]{32}$/) })
  expect(text).not.toContain(secret)
  expect(await redis.client.pttl(key)).toBeLessThanOrEqual(10_000)
})
