import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, it } from 'vitest'
import { createProofOfWork, createReplayGuard } from './challenges.ts'

const key = Buffer.alloc(32, 1)

// Solved once. Each test has its own instance, which has seen no proof yet.
const started = Date.now()
const challenge = await createProofOfWork(key, () => started, createReplayGuard()).issue()
const solution = await solveChallenge({ challenge, deriveKey })
const proof = JSON.stringify({ challenge, solution })

it('accepts a solution for one message', async () => {
  const work = createProofOfWork(key, Date.now, createReplayGuard())
  const dueImmediately = await Promise.all([work.isValid(proof, 'one'), work.isValid(proof, 'other')])
  expect(dueImmediately.sort()).toEqual([false, true])
  expect(await work.isValid(proof, 'a third')).toBe(false)
})

it('accepts it again with the same message, whose answer may be lost', async () => {
  const work = createProofOfWork(key, Date.now, createReplayGuard())
  const dueImmediately = await Promise.all([work.isValid(proof, 'one'), work.isValid(proof, 'one')])
  expect(dueImmediately).toEqual([true, true])
  expect(await work.isValid(proof, 'one')).toBe(true)
})

it('accepts it on another instance only with the same key', async () => {
  expect(await createProofOfWork(Buffer.alloc(32, 2), Date.now, createReplayGuard()).isValid(proof, 'one')).toBe(false)
  expect(await createProofOfWork(Buffer.alloc(32, 1), Date.now, createReplayGuard()).isValid(proof, 'one')).toBe(true)
})

it('accepts no solution after half an hour', async () => {
  let now = started
  const work = createProofOfWork(key, () => now, createReplayGuard())
  now = started + 31 * 60_000
  expect(await work.isValid(proof, 'one')).toBe(false)
  now = started + 29 * 60_000
  expect(await work.isValid(proof, 'one')).toBe(true)
})

it('accepts no solution of an easier challenge, and no wrong one', async () => {
  const work = createProofOfWork(key, Date.now, createReplayGuard())
  const { parameters } = challenge
  const eased = (terms: object) => ({ challenge: { ...challenge, parameters: { ...parameters, ...terms } }, solution })
  const wrong: unknown[] = [
    eased({ cost: 1 }),
    eased({ keyPrefix: '0' }),
    eased({ expiresAt: (parameters.expiresAt ?? 0) + 60 }),
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge, solution: { ...solution, counter: (solution?.counter ?? 0) + 1 } },
    { challenge, solution: null },
    { challenge },
    null,
    [],
  ]
  for (const other of wrong) expect(await work.isValid(JSON.stringify(other), 'one'), JSON.stringify(other)).toBe(false)
  for (const other of ['', '{', undefined, 3, {}]) expect(await work.isValid(other, 'one')).toBe(false)
  expect(await work.isValid(proof, 'one')).toBe(true)
})
