import type { Request, RequestHandler } from 'express'
import type { i18n } from 'i18next'
import * as z from 'zod'
import type { FormOutcome } from '../../shared/form-query.ts'
import { parseEmail } from '../../shared/form-rules.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { HttpError, unavailable } from '../http/http-error.ts'
import type { TooMany } from '../http/rate-limit.ts'
import { requestIdOf } from '../http/request-log.ts'
import type { Accept, Acceptance, IdempotencyKeys } from '../outbox/outbox.ts'
import type { ChallengeCheck } from './challenges.ts'
import { type FormLimits, type limitRecipients, tooManyForms } from './limits.ts'
import { setDraft } from './drafts.ts'
import { isJson, languageField, textField } from './request-checks.ts'

/** Makes no call, waits a second and succeeds (docs/contract.md, `NEWSLETTER=simulated`). */
export const acceptSimulated: Accept = () => new Promise((resolve) => setTimeout(resolve, 1000, { kind: 'accepted' }))

type NewsletterOptions = {
  accept: ReturnType<typeof limitRecipients>
  limits: FormLimits
  keyOf: IdempotencyKeys['subscriptionKey']
  texts: i18n
  https: boolean
}

/** The fields of a form. A body that is not an object has none. */
const formFields = z.object({ email: textField, lang: languageField, proof: textField }).catch({})

type SubscriptionResult = { kind: 'invalid' } | TooMany | Acceptance

/**
 * `POST /api/newsletter`, after its body was parsed: JSON from the page's script, form-encoded without JavaScript.
 *
 * @param success how an accepted subscription is reported: `sent` if a link in a mail completes it
 */
export function createNewsletter(
  isValidProof: ChallengeCheck['isValid'],
  success: Extract<FormOutcome, 'success' | 'sent'>,
  { accept, limits, keyOf, texts, https }: NewsletterOptions,
): RequestHandler {
  const queryOutcomes = { accepted: success, known: success, invalid: 'invalid', unavailable: 'error' } as const

  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const fields = formFields.parse(req.body)
    const language = fields.lang ?? req.lng
    const result = await submitSubscription(req, parseEmail(fields.email), fields.proof, language)
    if (result.kind === 'tooMany') throw tooManyForms(result)
    if (!isJson(req)) {
      const reported = queryOutcomes[result.kind]
      setDraft(res, 'newsletter', reported === success ? null : { email: fields.email }, https)
      return res.redirect(303, `${localise(pathOf('blog'), language)}?newsletter=${reported}#newsletter`)
    }
    if (result.kind === 'invalid') {
      const message = texts.getFixedT(language, 'blog')('newsletter.invalid')
      throw new HttpError(422, 'ValidationError', message, { field: 'email' })
    }
    if (result.kind === 'unavailable') {
      throw unavailable('subscriptions cannot be taken for the moment', result.retryAfterSeconds)
    }
    res.status(202).json({ outcome: success })
  }

  async function submitSubscription(
    req: Request,
    email: string | null,
    proof: string | undefined,
    language: Language,
  ): Promise<SubscriptionResult> {
    if (email === null) return { kind: 'invalid' }
    const key = keyOf(email, requestIdOf(req))
    return limits.perVisitor(req, async () => {
      // With an invalid or expired proof, the subscription is not refused but counts as unverified.
      const isVerified = proof !== undefined && (await isValidProof(proof, key))
      const subscription = { kind: 'subscription', email, language, address: ipAddressOf(req) } as const
      return limits.overall(isVerified, () => accept(subscription, key))
    })
  }
}
