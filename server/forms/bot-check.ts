import { formTokenField, honeypotField } from '../../shared/contact-rules.ts'
import type { IdempotencyKey } from '../outbox/idempotency.ts'
import type { ContactFormFields } from './form-fields.ts'
import type { FormToken } from './form-token.ts'

/**
 * `verified`: a challenge was solved. `unverified`: nothing speaks against a person, as without JavaScript, where a stricter
 * rate holds instead.
 */
export type Verdict = 'verified' | 'unverified' | 'failed'

/** Either the site's proof of work, in the field `proof`, or Google's token, in `recaptcha`. */
export type ChallengeCheck = {
  field: 'proof' | 'recaptcha'
  /** Whether a proof is right, and used for this message alone. */
  isValid: (proof: unknown, message: IdempotencyKey) => Promise<boolean>
}

/** Tells people from programs by the fields of a contact form; `byScript`: the form came as JSON. */
export type BotCheck = (fields: ContactFormFields, message: IdempotencyKey, byScript: boolean) => Promise<Verdict>

/** Checks the honeypot, then the form token, then the challenge: what costs most comes last. */
export function createBotCheck(token: FormToken, challenge: ChallengeCheck): BotCheck {
  return async (fields, message, byScript) => {
    if (fields[honeypotField] !== undefined && fields[honeypotField] !== '') return 'failed'
    if (!token.isValid(fields[formTokenField])) return 'failed'
    const proof = fields[challenge.field]
    if (proof !== undefined && proof !== '') return (await challenge.isValid(proof, message)) ? 'verified' : 'failed'
    // The site's script may be unable to compute (no secure context, no worker); Google's always has a token.
    return byScript && challenge.field === 'recaptcha' ? 'failed' : 'unverified'
  }
}
