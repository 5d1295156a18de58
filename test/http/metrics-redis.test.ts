import { expect, it, vi } from 'vitest'
import { startRedis } from '../support/redis.ts'
import { startMeasuredSite } from '../support/start-measured-site.ts'
import { hurryHeartbeats } from './support/instances.ts'

it('says whether Redis is there, and counts what it does not answer', async () => {
  using _hurried = hurryHeartbeats()
  await using redis = await startRedis()
  await using site = await startMeasuredSite({ REDIS_URL: redis.url })
  const up = async () => {
    vi.advanceTimersByTime(1000)
    return (await site.scrape()).get('site_redis_up')
  }
  await expect.poll(up).toBe(1)
  redis.pause()
  await expect.poll(up).toBe(0)
  expect((await site.scrape()).get('site_redis_faults_total{reason="late"}')).toBeGreaterThan(0)
  redis.resume()
  await using alone = await startMeasuredSite()
  expect((await alone.scrape()).has('site_redis_up')).toBe(false)
})
