import { expect, it } from 'vitest'
import { createSpentProofs } from '../../server/forms/spent-proofs.ts'
import { namesAlone } from '../../server/redis/shared-names.ts'

it('spends a proof on the first of two messages that come while the other instances are asked', async () => {
  const asked: (() => void)[] = []
  const { spend } = createSpentProofs({
    ...namesAlone,
    // As without Redis, or where that fails: each claimant is told that the proof is his.
    claim: (_name, owner) => new Promise((resolve) => asked.push(() => resolve(owner))),
  })
  const both = [spend('proof', 'one'), spend('proof', 'other')]
  for (const answer of asked) answer()
  expect(await Promise.all(both)).toEqual([true, false])
})

it('spends a proof on no message where another instance has spent it on another', async () => {
  const { spend, spentOn } = createSpentProofs({ ...namesAlone, claim: () => Promise.resolve('other') })
  expect(await spend('proof', 'one')).toBe(false)
  expect(await spentOn('proof')).toBe('other')
})
