import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, it } from 'vitest'
import { createProofOfWork } from '../../server/answers/proof-of-work.ts'
import { createSpentProofs } from '../../server/answers/spent-proofs.ts'
import { namesAlone } from '../../server/redis/shared-names.ts'

const key = Buffer.alloc(32, 1)
/** An instance of its own: no other one has used any proof, as far as is known. */
const alone = () => createSpentProofs(namesAlone).spend

async function solved(challenge: Challenge): Promise<string> {
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

it('takes a solution for one message', async () => {
  const work = createProofOfWork(key, Date.now, alone())
  const proof = await solved(await work.challenge())
  const atOnce = await Promise.all([work.isValid(proof, 'one'), work.isValid(proof, 'other')])
  expect(atOnce.sort()).toEqual([false, true])
  expect(await work.isValid(proof, 'a third')).toBe(false)
})

it('takes it again with the same message, which nobody may have answered', async () => {
  const work = createProofOfWork(key, Date.now, alone())
  const proof = await solved(await work.challenge())
  const atOnce = await Promise.all([work.isValid(proof, 'one'), work.isValid(proof, 'one')])
  expect(atOnce).toEqual([true, true])
  expect(await work.isValid(proof, 'one')).toBe(true)
})

it('takes it on another instance with the same key, and on no other', async () => {
  const proof = await solved(await createProofOfWork(key, Date.now, alone()).challenge())
  expect(await createProofOfWork(Buffer.alloc(32, 2), Date.now, alone()).isValid(proof, 'one')).toBe(false)
  expect(await createProofOfWork(Buffer.alloc(32, 1), Date.now, alone()).isValid(proof, 'one')).toBe(true)
})

it('takes none after half an hour', async () => {
  const started = Date.now()
  let now = started
  const work = createProofOfWork(key, () => now, alone())
  const proof = await solved(await work.challenge())
  now = started + 31 * 60_000
  expect(await work.isValid(proof, 'one')).toBe(false)
  now = started + 29 * 60_000
  expect(await work.isValid(proof, 'one')).toBe(true)
})

it('takes none whose terms were eased, nor one that was not solved', async () => {
  const work = createProofOfWork(key, Date.now, alone())
  const challenge = await work.challenge()
  const { parameters } = challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const wrong: unknown[] = [
    { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '0' } }, solution },
    {
      challenge: { ...challenge, parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 60 } },
      solution,
    },
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge, solution: { ...solution, counter: (solution?.counter ?? 0) + 1 } },
    { challenge, solution: null },
    { challenge },
    null,
    [],
  ]
  for (const proof of wrong) expect(await work.isValid(JSON.stringify(proof), 'one'), JSON.stringify(proof)).toBe(false)
  for (const proof of ['', '{', undefined, 3, {}]) expect(await work.isValid(proof, 'one')).toBe(false)
  expect(await work.isValid(JSON.stringify({ challenge, solution }), 'one')).toBe(true)
})
