import request from 'supertest'
import { expect, onTestFinished, vi } from 'vitest'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { webhookSecret } from '../../support/ghost-delivery.ts'
import { startRedis } from '../../support/redis.ts'
import { startSite } from '../../support/start-site.ts'
import { posts } from './addresses.ts'
import type { Instance } from './instance.ts'

/** A Redis and a Ghost, and instances of one site in front of them. A busy machine may take its time, unless a test says no. */
export async function startShared(env: Record<string, string> = {}, ...redisSettings: string[]) {
  const redis = await startRedis(...redisSettings)
  const ghost = await startFakeGhost(posts)
  const shared = {
    ...ghost.env,
    SITE_URL: 'https://www.nordet.example',
    GHOST_WEBHOOK_SECRET: webhookSecret,
    REDIS_URL: redis.url,
    REDIS_TIMEOUT_MS: '2000',
    ...env,
  }
  return {
    redis,
    ghost,
    startInstance: (own: Record<string, string> = {}, now?: () => number) => startSite({ ...shared, ...own }, now),
    async [Symbol.asyncDispose]() {
      await ghost[Symbol.asyncDispose]()
      await redis[Symbol.asyncDispose]()
    },
  }
}

/** The same with two instances, for the test that runs, unless it is concurrent. */
export async function startTwo(env: Record<string, string> = {}) {
  const shared = await startShared(env)
  onTestFinished(() => shared[Symbol.asyncDispose]())
  const [one, other] = [await shared.startInstance(), await shared.startInstance()]
  onTestFinished(() => one[Symbol.asyncDispose]())
  onTestFinished(() => other[Symbol.asyncDispose]())
  return { shared, one, other }
}

/** Instances look at Redis when fake time passes, as `untilRedisIs` has it do, and not every three seconds, until the test ends. */
export function hurryHeartbeats(): Disposable {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return { [Symbol.dispose]: () => void vi.useRealTimers() }
}

/** Waits for what an operator would read: `ok`, or what is wrong. */
export async function untilRedisIs(instance: Instance, state: string): Promise<void> {
  const { app } = instance
  const told = async () => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(3000)
    return (await request(app).get('/readyz')).text
  }
  await expect.poll(told).toContain(state)
  // The instance wants its visitors whatever Redis does.
  expect((await request(app).get('/readyz')).status).toBe(200)
}
