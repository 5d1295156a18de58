import { Router } from 'express'
import type { i18n } from 'i18next'
import type { Config } from '../config/config.ts'
import type { Fetch } from '../http/fetch.ts'
import { onlyGet, onlyPost } from '../http/http-error.ts'
import type { Log } from '../log/log.ts'
import type { KeyFor } from '../config/derived-keys.ts'
import type { Sharing } from '../redis/shared-state.ts'
import { createBotCheck, type Prover } from './bot-check.ts'
import { createContact } from './contact.ts'
import { createSameSiteGuard, requireContentType } from './form-guards.ts'
import { createFormLimits } from './form-limit.ts'
import type { FormStamp } from './form-stamp.ts'
import { createIdentities } from '../outbox/identity.ts'
import { createNewsletter } from './newsletter.ts'
import type { Accept } from '../outbox/outgoing.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createRecaptcha } from './recaptcha.ts'
import { createSpentProofs } from './spent-proofs.ts'

export type AnswersOptions = {
  config: Config
  accept: Accept
  stamp: FormStamp
  keyFor: KeyFor
  sharing: Sharing
  texts: i18n
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
}

/** What one visitor sends: the newsletter's form, the contact form, and what each asks for before. */
export function createAnswers(options: AnswersOptions) {
  const { config, accept, stamp, keyFor, sharing, texts, fetch, now, log } = options
  const router = Router({ caseSensitive: true, strict: true })
  const sameSite = createSameSiteGuard(config.siteUrl)
  const formTypes = requireContentType('application/json', 'application/x-www-form-urlencoded')
  const limits = createFormLimits(config, sharing, now)
  const identities = createIdentities(keyFor('what visitors send'))
  const spent = createSpentProofs(sharing.names)
  const work = createProofOfWork(keyFor('proof of work'), now, spent.spend)
  const { recaptcha } = config
  const https = config.siteUrl.startsWith('https:')
  const prover: Prover = recaptcha
    ? { field: 'recaptcha', isValid: createRecaptcha(recaptcha.secretKey, fetch, spent, log) }
    : { field: 'proof', isValid: work.isValid }

  router
    .route('/api/newsletter')
    .post(
      sameSite,
      formTypes,
      createNewsletter({
        accept,
        limits,
        isProof: work.isValid,
        identityOf: identities.ofSubscription,
        textOf: (language) => texts.getFixedT(language, 'blog')('newsletter.invalid'),
        accepted: config.newsletter === 'ghost' ? 'sent' : 'success',
        https,
      }),
    )
    .all(onlyPost)

  router
    .route('/api/newsletter/check')
    .get(async (_req, res) => {
      res.set('Cache-Control', 'no-store').json({ challenge: await work.challenge() })
    })
    .all(onlyGet)

  router
    .route('/api/contact')
    .post(
      sameSite,
      formTypes,
      createContact({
        accept,
        limits,
        botCheck: createBotCheck(stamp, prover),
        identityOf: identities.ofContact,
        textOf: (language, key) => texts.getFixedT(language, 'contact')(`form.${key}`),
        https,
      }),
    )
    .all(onlyPost)

  router
    .route('/api/contact/check')
    .get(async (_req, res) => {
      res.set('Cache-Control', 'no-store').json({
        stamp: stamp.issue(),
        ...(recaptcha ? { recaptcha: recaptcha.siteKey } : { challenge: await work.challenge() }),
      })
    })
    .all(onlyGet)

  return router
}
