import type { Challenge } from 'altcha-lib/types'
import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import type { IdempotencyKey } from '../outbox/idempotency.ts'
import { proofValidMs, type ReplayGuard } from './replay-guard.ts'

/** 256 tries of 5,000 rounds on average: about half a second on a desk, two on a phone, while the visitor types. */
const difficulty = { algorithm: 'PBKDF2/SHA-256', cost: 5000, keyPrefix: '00' }

const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(difficulty.algorithm),
      cost: z.literal(difficulty.cost),
      keyLength: z.literal(32),
      keyPrefix: z.literal(difficulty.keyPrefix),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      expiresAt: z.number(),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(64) }),
})

/** With the first visitor who begins to fill in a form. */
async function loadAltcha() {
  const [altcha, pbkdf2] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { ...altcha, ...pbkdf2 }
}

/**
 * Challenges of the ALTCHA scheme: the browser computes a proof of work before it posts, and every proof is good for one
 * message.
 *
 * @param key 32 bytes, the same on every instance
 * @param now milliseconds since 1970
 */
export function createProofOfWork(key: Buffer, now: () => number, { recordUse }: Pick<ReplayGuard, 'recordUse'>) {
  const hmacSignatureSecret = key.toString('hex')

  return {
    async issue(): Promise<Challenge> {
      const { createChallenge, deriveKey } = await loadAltcha()
      const expiresAt = new Date(now() + proofValidMs)
      return createChallenge({ ...difficulty, deriveKey, hmacSignatureSecret, expiresAt })
    },

    /** @param proof the challenge and its solution, as JSON */
    async isValid(proof: unknown, message: IdempotencyKey): Promise<boolean> {
      const parsed = payload.safeParse(typeof proof === 'string' ? parseJson(proof) : null)
      if (!parsed.success) return false
      const { challenge, solution } = parsed.data
      // The library reads the machine's clock, not the site's.
      if (challenge.parameters.expiresAt * 1000 < now()) return false
      const { verifySolution, deriveKey } = await loadAltcha()
      const { invalidSignature, invalidSolution } = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        hmacSignatureSecret,
      })
      return invalidSignature === false && invalidSolution === false && recordUse(challenge.signature, message)
    },
  }
}
