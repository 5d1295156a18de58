import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, it } from 'vitest'
import { createProofOfWork, createReplayGuard } from './challenges.ts'

const key = Buffer.alloc(32, 1)

// Solved once. Each test has its own instance, without used proofs.
const started = Date.now()
const challenge = await createProofOfWork(key, () => started, createReplayGuard()).issue()
const solution = await solveChallenge({ challenge, deriveKey })
const proof = JSON.stringify({ challenge, solution })

const createWork = (now = Date.now, secret = key) => createProofOfWork(secret, now, createReplayGuard())

it.each([
  { messages: ['one', 'proof'], valid: [true, false], next: 'a third', isNextValid: false },
  // The response to a message may be lost.
  { messages: ['one', 'one'], valid: [true, true], next: 'one', isNextValid: true },
])('accepts a solution for one message: $messages', async ({ messages, valid, next, isNextValid }) => {
  const work = createWork()
  const atOnce = await Promise.all(messages.map((message) => work.isValid(proof, message)))
  expect(atOnce.sort((a, b) => Number(b) - Number(a))).toEqual(valid)
  expect(await work.isValid(proof, next)).toBe(isNextValid)
})

it.each([
  {
    when: 'within half an hour on an instance with the same key',
    minutes: 29,
    secret: Buffer.alloc(32, 1),
    valid: true,
  },
  { when: 'after half an hour', minutes: 31, secret: key, valid: false },
  { when: 'on an instance with another key', minutes: 0, secret: Buffer.alloc(32, 2), valid: false },
])('a solution is valid $when: $valid', async ({ minutes, secret, valid }) => {
  expect(await createWork(() => started + minutes * 60_000, secret).isValid(proof, 'one')).toBe(valid)
})

it('rejects a challenge that is changed or not solved', async () => {
  const work = createWork()
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
  for (const value of wrong) expect(await work.isValid(JSON.stringify(value), 'one'), JSON.stringify(value)).toBe(false)
  for (const value of ['', '{', undefined, 3, {}]) expect(await work.isValid(value, 'one')).toBe(false)
  expect(await work.isValid(proof, 'one')).toBe(true)
})
