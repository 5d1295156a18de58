import { expect, it } from 'vitest'
import { createReplayGuard } from '../../server/forms/challenges.ts'
import { ownLeases } from '../../server/redis/leases.ts'

it('uses a proof for the first of two messages that come while the other instances are asked', async () => {
  const asked: (() => void)[] = []
  const { recordUse } = createReplayGuard({
    ...ownLeases,
    // Each holder is told that the proof is its own, as without Redis, or if that fails.
    acquire: (_name, holder) => new Promise((resolve) => asked.push(() => resolve(holder))),
  })
  const both = [recordUse('proof', 'one'), recordUse('proof', 'other')]
  for (const answer of asked) answer()
  expect(await Promise.all(both)).toEqual([true, false])
})

it('uses a proof for no message if another instance has used it for another', async () => {
  const { recordUse, usedFor } = createReplayGuard({ ...ownLeases, acquire: () => Promise.resolve('other') })
  expect(await recordUse('proof', 'one')).toBe(false)
  expect(await usedFor('proof')).toBe('other')
})
