import { honeypotField, stampField } from '../../shared/contact-form.ts'
import type { ContactPost } from './form-post.ts'
import type { FormStamp } from './form-stamp.ts'
import type { Identity } from '../outbox/identity.ts'

/**
 * `proven`: a computation or a third party speaks for a person. `unproven`: nothing speaks against, as without
 * JavaScript, where a stricter rate holds instead.
 */
export type Verdict = 'proven' | 'unproven' | 'failed'

/** Whether a proof is right, and is this message's alone. */
type IsValid = (value: unknown, message: Identity) => Promise<boolean>

/** Either our own proof of work, in the field `proof`, or Google's token, in `recaptcha`. */
export type Prover = { field: 'proof' | 'recaptcha'; isValid: IsValid }

/** Tells people from programs by the fields of a contact form. `byScript`: it was posted as JSON. */
export type BotCheck = (fields: ContactPost, message: Identity, byScript: boolean) => Promise<Verdict>

/**
 * Looks at the field that nobody sees, then at the form's signed time, then at the proof where one was sent.
 *
 * @param prover asked at most once for a message, and only after the fields that cost nothing
 */
export function createBotCheck(stamp: FormStamp, prover: Prover): BotCheck {
  return async (fields, message, byScript) => {
    // Nobody sees this field; programs fill in what they find.
    if (fields[honeypotField] !== undefined && fields[honeypotField] !== '') return 'failed'
    if (!stamp.isValid(fields[stampField])) return 'failed'
    const proof = fields[prover.field]
    if (proof !== undefined && proof !== '') return (await prover.isValid(proof, message)) ? 'proven' : 'failed'
    // Our own script may have no means to compute (no secure context, no worker); Google's always has a token.
    return byScript && prover.field === 'recaptcha' ? 'failed' : 'unproven'
  }
}
