import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClaims } from '../../server/outbox/claims.ts'
import { createId, type Entry } from '../../server/outbox/entry.ts'
import { heartbeatMs, heartbeatTimeoutMs } from '../../server/outbox/schedule.ts'

const claimed: Entry = { id: createId(0), step: 'contact', state: 'claimed', dueAt: 1e12, attempts: 1 }

type Options = Parameters<typeof createClaims>[0]

/** The claims of a process whose folder does as the test says. */
function claimsWith(spool: Partial<Options['spool']>, options: Partial<Options> = {}) {
  return createClaims({
    spool: { writeHeartbeat: () => Promise.resolve(true), readHeartbeat: () => Promise.resolve(null), ...spool },
    folder: { failed: (error) => expect.unreachable(String(error)) },
    uptime: () => 0,
    ...options,
  })
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('gives a sign every five seconds of a delivery, and none afterwards', async () => {
  const signs: string[] = []
  const claims = claimsWith({ writeHeartbeat: () => Promise.resolve(signs.push('file') > 0) })
  claims.begin(claimed)
  await claims.during(claimed, async () => {
    for (const count of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      await expect.poll(() => signs.length).toBe(count)
    }
  })
  await vi.advanceTimersByTimeAsync(10 * heartbeatMs)
  expect(signs).toEqual(['file', 'file', 'file'])
})

it('is sure of its message as long as its signs are taken, and ends with the last of them', async () => {
  let uptime = 0
  let isThere = true
  let answer = () => {}
  const writeHeartbeat = () => new Promise<boolean>((resolve) => (answer = () => resolve(isThere)))
  const claims = claimsWith({ writeHeartbeat }, { uptime: () => uptime })
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
      said.push('given')
      answer()
    })
  })
  expect(said).toEqual(['given'])
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
