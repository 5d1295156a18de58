import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Fetch } from '../http/fetch.ts'
import type { Log } from '../log/log.ts'
import type { Identity } from '../outbox/identity.ts'
import type { SpentProofs } from './spent-proofs.ts'

const verifyAddress = 'https://www.google.com/recaptcha/api/siteverify'
const timeoutMs = 5000
/** Google's own middle: "1.0 is very likely a good interaction, 0.0 is very likely a bot". */
const leastScore = 0.5
const action = 'contact'

const answerSchema = z.object({ success: z.boolean(), score: z.number().optional(), action: z.string().optional() })

/**
 * Asks Google what it thinks of a visitor's token (reCAPTCHA v3). Without an answer there is no proof: false. Google takes
 * a token once: of a message that is sent again, its first verdict counts.
 *
 * @see https://developers.google.com/recaptcha/docs/v3
 */
export function createRecaptcha(secretKey: string, fetch: Fetch, { spend, spentOn }: SpentProofs, log: Log) {
  return async function isValid(token: unknown, message: Identity): Promise<boolean> {
    if (typeof token !== 'string' || token === '' || token.length > 8192) return false
    const name = createHash('sha256').update(token).digest('hex')
    const before = await spentOn(name)
    if (before !== null) return before === message
    return (await isTakenByGoogle(token)) && spend(name, message)
  }

  async function isTakenByGoogle(token: string): Promise<boolean> {
    try {
      const response = await fetch(verifyAddress, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const answer = answerSchema.parse(await response.json())
      return answer.success && answer.action === action && (answer.score ?? 0) >= leastScore
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'reCAPTCHA could not be asked')
      return false
    }
  }
}
