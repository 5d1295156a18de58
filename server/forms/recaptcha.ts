import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Fetch } from '../http/fetch.ts'
import type { Log } from '../runtime/log.ts'
import type { IdempotencyKey } from '../outbox/idempotency.ts'
import type { ReplayGuard } from './replay-guard.ts'

const verifyAddress = 'https://www.google.com/recaptcha/api/siteverify'
const timeoutMs = 5000
/** Google's own middle: "1.0 is very likely a good interaction, 0.0 is very likely a bot". */
const leastScore = 0.5
const action = 'contact'

const answerSchema = z.object({ success: z.boolean(), score: z.number().optional(), action: z.string().optional() })

/**
 * Has Google verify a visitor's token (reCAPTCHA v3); without an answer of Google's, false. Google takes a token once: for a
 * message that is sent again, its first verdict counts.
 *
 * @see https://developers.google.com/recaptcha/docs/v3
 */
export function createRecaptcha(secretKey: string, fetch: Fetch, { recordUse, usedFor }: ReplayGuard, log: Log) {
  return async function isValid(token: unknown, message: IdempotencyKey): Promise<boolean> {
    if (typeof token !== 'string' || token === '' || token.length > 8192) return false
    const name = createHash('sha256').update(token).digest('hex')
    const before = await usedFor(name)
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
      const answer = answerSchema.parse(await response.json())
      return answer.success && answer.action === action && (answer.score ?? 0) >= leastScore
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'reCAPTCHA could not be asked')
      return false
    }
  }
}
