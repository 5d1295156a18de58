import { createHash } from 'node:crypto'
import type { Challenge } from 'altcha-lib/types'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Fetch } from '../http/fetch.ts'
import { parseJson } from '../http/json.ts'
import type { Log } from '../runtime/log.ts'
import type { IdempotencyKey } from '../outbox/outbox.ts'

/** Either the site's proof of work, in the field `proof`, or Google's token, in `recaptcha`. */
export type ChallengeCheck = {
  field: 'proof' | 'recaptcha'
  /** Whether a proof is valid, and used for this message only. */
  isValid: (proof: unknown, message: IdempotencyKey) => Promise<boolean>
}

/** How long the site's own proofs are valid. */
const proofValidMs = 30 * 60_000
/** Longer than the clock of any instance accepts a proof. Google's tokens are valid for two minutes. */
const rememberedMs = proofValidMs + 5 * 60_000
const maxRemembered = 20_000

/** Ties each proof to one message, on this instance. That message may be sent again, since its answer may be lost. */
export function createReplayGuard() {
  const messages = new LRUCache<string, IdempotencyKey>({ max: maxRemembered, ttl: rememberedMs })

  return {
    /** The message that a proof was used for; null if it is unused. */
    usedFor: (proof: string): IdempotencyKey | null => messages.get(proof) ?? null,

    /** @returns whether the proof belongs to this message, as of now or since before */
    recordUse(proof: string, message: IdempotencyKey): boolean {
      const holder = messages.get(proof) ?? message
      messages.set(proof, holder)
      return holder === message
    },
  }
}

type ReplayGuard = ReturnType<typeof createReplayGuard>

/** 256 tries of 5,000 rounds on average: about half a second on a desktop, two on a phone, while the visitor types. */
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

/** Loads the library once a visitor begins to fill in a form. */
async function loadAltcha() {
  const [altcha, pbkdf2] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { ...altcha, ...pbkdf2 }
}

/**
 * Challenges of the ALTCHA scheme: the browser computes a proof of work before it posts. Each proof is valid for one message.
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

const verifyAddress = 'https://www.google.com/recaptcha/api/siteverify'
const timeoutMs = 5000
/** Google: "1.0 is very likely a good interaction, 0.0 is very likely a bot". */
const minScore = 0.5
const action = 'contact'

const verdictSchema = z.object({ success: z.boolean(), score: z.number().optional(), action: z.string().optional() })

/**
 * Verifies a visitor's token with Google (reCAPTCHA v3); false if Google does not answer. Google accepts a token once, so its
 * first verdict counts for a message that is sent again.
 *
 * @see https://developers.google.com/recaptcha/docs/v3
 */
export function createRecaptcha(secretKey: string, fetch: Fetch, { recordUse, usedFor }: ReplayGuard, log: Log) {
  return async function isValid(token: unknown, message: IdempotencyKey): Promise<boolean> {
    if (typeof token !== 'string' || token === '' || token.length > 8192) return false
    const name = createHash('sha256').update(token).digest('hex')
    const before = usedFor(name)
    if (before !== null) return before === message
    return (await isVerified(token)) && recordUse(name, message)
  }

  async function isVerified(token: string): Promise<boolean> {
    try {
      const response = await fetch(verifyAddress, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const verdict = verdictSchema.parse(await response.json())
      return verdict.success && verdict.action === action && (verdict.score ?? 0) >= minScore
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'reCAPTCHA could not be asked')
      return false
    }
  }
}
