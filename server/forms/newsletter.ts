import type { RequestHandler } from 'express'
import { json, urlencoded } from 'express'
import type { FormOutcome } from '../../shared/form-query.ts'
import { parseEmail } from '../../shared/form-rules.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { createContentLengthLimit } from '../http/request-body.ts'
import { HttpError } from '../http/http-error.ts'
import { requestIdOf } from '../log/request-id.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { leaveDraft } from './form-draft.ts'
import { type FormLimits, tooManyForms } from './form-limit.ts'
import { isJson, subscriptionPost } from './form-post.ts'
import type { Identities, Identity } from '../outbox/identity.ts'
import type { Accept } from '../outbox/outgoing.ts'

/** The specification's own behaviour: no call, one second, success. */
export function createSimulatedSubscribe(delayMs = 1000): Accept {
  return () => new Promise((resolve) => setTimeout(resolve, delayMs, { kind: 'accepted' }))
}

export type NewsletterOptions = {
  accept: Accept
  limits: FormLimits
  /** Whether a proof is right, and is this subscription's alone. */
  isProof: (proof: string, subscription: Identity) => Promise<boolean>
  identityOf: Identities['ofSubscription']
  /** What is wrong with an address. */
  textOf: (language: Language) => string
  /** What an accepted subscription is told as: `sent` where it is the link of a mail that makes it one. */
  accepted: Extract<FormOutcome, 'success' | 'sent'>
  https: boolean
}

/** An address and a language, and room for whatever a browser adds. */
const mostBytes = 16 * 1024

/** `POST /api/newsletter`: JSON from the page's script, a form without it. */
export function createNewsletter(options: NewsletterOptions): RequestHandler[] {
  const { accept, limits, isProof, identityOf, textOf, accepted, https } = options
  const toldOutcomes = { accepted, invalid: 'invalid', unavailable: 'error' } as const
  return [
    createContentLengthLimit(mostBytes),
    json({ limit: mostBytes }),
    urlencoded({ extended: false, limit: mostBytes }),
    async (req, res) => {
      res.set('Cache-Control', 'no-store')
      const { email: given, lang, proof } = subscriptionPost.parse(req.body)
      const language = lang ?? req.lng
      const email = parseEmail(given)
      const take = async (to: string) => {
        const identity = identityOf(to, requestIdOf(req))
        // A proof that is none, or too old, leaves the half of what comes without.
        const proven = proof !== undefined && (await isProof(proof, identity))
        const subscription = { kind: 'subscription', email: to, language, address: ipAddressOf(req) } as const
        return limits.ofAll(proven, () => accept(subscription, identity))
      }
      const outcome = email === null ? ({ kind: 'invalid' } as const) : await limits.ofVisitor(req, () => take(email))

      if (outcome.kind === 'tooMany') throw tooManyForms(outcome)
      if (!isJson(req)) {
        const told = toldOutcomes[outcome.kind]
        leaveDraft(res, 'newsletter', told === accepted ? null : { email: given }, https)
        res.redirect(303, `${localise(pathOf('blog'), language)}?newsletter=${told}#newsletter`)
        return
      }
      if (outcome.kind === 'invalid') throw new HttpError(422, 'ValidationError', textOf(language), { field: 'email' })
      if (outcome.kind === 'unavailable') throw unavailable(outcome.retryAfterSeconds)
      res.status(202).json({ outcome: accepted })
    },
  ]
}

function unavailable(retryAfterSeconds: number): HttpError {
  return new HttpError(503, 'ServiceUnavailableError', 'subscriptions cannot be taken for the moment', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}
