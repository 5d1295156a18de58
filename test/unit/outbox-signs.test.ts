import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClaims, createDeliveryLeases } from '../../server/outbox/claims.ts'
import { createId, type Entry } from '../../server/outbox/entry.ts'
import { heartbeatMs, heartbeatTimeoutMs } from '../../server/outbox/schedule.ts'
import { leasesTogether } from '../support/leases-together.ts'

const claimed: Entry = { id: createId(0), step: 'contact', state: 'claimed', dueAt: 1e12, attempts: 1 }

type Options = Parameters<typeof createClaims>[0]

/** The claims of a process whose folder and leases do as the test says. */
function claimsWith(spool: Partial<Options['spool']>, options: Partial<Options> = {}) {
  return createClaims({
    spool: { writeHeartbeat: () => Promise.resolve(true), readHeartbeat: () => Promise.resolve(null), ...spool },
    leases: { renew: () => Promise.resolve() },
    folder: { failed: (error) => expect.unreachable(String(error)) },
    uptime: () => 0,
    ...options,
  })
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('gives a sign every five seconds of a delivery, for the file and for the lease, and none afterwards', async () => {
  const signs: string[] = []
  const claims = claimsWith(
    { writeHeartbeat: () => Promise.resolve(signs.push('file') > 0) },
    { leases: { renew: () => Promise.resolve(void signs.push('lease')) } },
  )
  claims.begin(claimed)
  await claims.during(claimed, async () => {
    for (const count of [2, 4, 6]) {
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      await expect.poll(() => signs.length).toBe(count)
    }
  })
  await vi.advanceTimersByTimeAsync(10 * heartbeatMs)
  expect(signs).toEqual(['file', 'lease', 'file', 'lease', 'file', 'lease'])
})

it('is sure of its message as long as its signs are taken, and ends with the last of them', async () => {
  let uptime = 0
  let isThere = true
  let answer = () => {}
  const leases = { renew: () => new Promise<void>((resolve) => (answer = resolve)) }
  const claims = claimsWith({ writeHeartbeat: () => Promise.resolve(isThere) }, { leases, uptime: () => uptime })
  const pass = async () => {
    uptime += heartbeatTimeoutMs / 2 - 1
    await vi.advanceTimersByTimeAsync(heartbeatMs)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    return claims.isSurelyOurs(claimed)
  }
  claims.begin(claimed)
  const said: string[] = []
  await claims.during(claimed, async () => {
    expect([await pass(), await pass(), await pass()]).toEqual([true, true, true])
    isThere = false
    expect([await pass(), await pass()]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(heartbeatMs)
    setImmediate(() => {
      said.push('renewed')
      answer()
    })
  })
  expect(said).toEqual(['renewed'])
})

it('takes nothing from a process that gives signs, by whatever clock it does', async () => {
  let sign = Date.UTC(2020, 0)
  let uptime = 0
  const claims = claimsWith({ readHeartbeat: () => Promise.resolve(sign) }, { uptime: () => uptime })
  for (let look = 0; look < 100; look += 1) {
    await claims.poll([claimed])
    expect(claims.isFree(claimed)).toBe(false)
    uptime += heartbeatMs
    // Some signs are lost, and the other's clock is set back once.
    if (look % 5 === 0) sign += look === 50 ? -1e9 : heartbeatMs
  }
})

it('goes on and says so where a sign cannot be given', async () => {
  const failures: unknown[] = []
  const claims = claimsWith(
    { writeHeartbeat: () => Promise.reject(new Error('EIO')) },
    { folder: { failed: (error) => void failures.push(error) } },
  )
  claims.begin(claimed)
  const value = await claims.during(claimed, async () => {
    await vi.advanceTimersByTimeAsync(heartbeatMs)
    return 'done'
  })
  expect([value, failures]).toEqual(['done', [new Error('EIO')]])
})

it('keeps a lease as long as its holder gives signs, and takes none back that has become another’s', async () => {
  const clock = { now: 0 }
  const leases = createDeliveryLeases(leasesTogether(() => clock.now))
  const copy: Entry = { ...claimed, id: `${claimed.id.slice(0, -6)}ffffff` }
  expect(await leases.acquire(claimed)).toBe('ours')
  for (let sign = 0; sign < 20; sign += 1) {
    clock.now += heartbeatTimeoutMs - 1
    await leases.renew(claimed)
  }
  expect(await leases.acquire(copy)).toBe('theirs')
  clock.now += heartbeatTimeoutMs
  expect(await leases.acquire(copy)).toBe('ours')
  for (const say of [leases.renew, leases.release, leases.recordUnanswered]) await say(claimed)
  expect(await leases.acquire(claimed)).toBe('theirs')
  clock.now += heartbeatTimeoutMs - 1
  expect(await leases.acquire(claimed)).toBe('theirs')
})
