/**
 * What visitors send: the contact form, the newsletter's form and the language toggle. No form is accepted beyond the limits, and no
 * contact message that fails the bot check. This folder knows nothing about mail or Ghost: the outbox takes what it accepts.
 */
import { type RequestHandler, Router } from 'express'
import { formTokenField } from '../../shared/contact-rules.ts'
import type { Context } from '../config/config.ts'
import type { Fetch } from '../http/fetch.ts'
import { onlyGet, onlyPost } from '../http/http-error.ts'
import type { Consume } from '../http/rate-limit.ts'
import { type Accept, createIdempotencyKeys } from '../outbox/outbox.ts'
import { type ChallengeCheck, createProofOfWork, createRecaptcha, createReplayGuard } from './challenges.ts'
import { createContact } from './contact.ts'
import type { FormToken } from './form-token.ts'
import { createFormLimits, limitRecipients } from './limits.ts'
import { acceptSimulated, createNewsletter } from './newsletter.ts'
import { createContentTypeCheck, createCsrfCheck } from './request-checks.ts'

export { createFormToken, tokenPageMs } from './form-token.ts'
export { createLanguageToggle, togglePath } from './language-toggle.ts'
export { createRecipientLimit } from './limits.ts'
export { createInitialFormState, type GetInitialFormState } from './initial-form-state.ts'
export { createContentTypeCheck, createCsrfCheck, createFormBody } from './request-checks.ts'

type FormsOptions = {
  /** Hands a form to the outbox. */
  accept: Accept
  consumeRecipient: Consume
  token: FormToken
  /** Reads and parses a form. */
  formBody: RequestHandler
  fetch: Fetch
}

/**
 * The newsletter's form and the contact form. A post goes through the checks of this list, then through `submitContact` or
 * `submitSubscription`: validation, the visitor's limit, the bot check, the overall limit, the outbox.
 */
export function createForms(
  { config, keyFor, texts, log, now, uptime }: Context,
  { accept, consumeRecipient, token, formBody, fetch }: FormsOptions,
) {
  const limits = createFormLimits(config, uptime)
  const keys = createIdempotencyKeys(keyFor('what visitors send'))
  const replayGuard = createReplayGuard()
  const proofOfWork = createProofOfWork(keyFor('proof of work'), now, replayGuard)
  const { recaptcha } = config
  const https = config.siteUrl.startsWith('https:')
  const challenge: ChallengeCheck = recaptcha
    ? { field: 'recaptcha', isValid: createRecaptcha(recaptcha.secretKey, fetch, replayGuard, log) }
    : { field: 'proof', isValid: proofOfWork.isValid }

  const contact = createContact(token, challenge, { accept, limits, keyOf: keys.contactKey, texts, https })
  const newsletter = createNewsletter(proofOfWork.isValid, config.newsletter === 'ghost' ? 'sent' : 'success', {
    accept: config.newsletter === 'simulated' ? acceptSimulated : limitRecipients(accept, consumeRecipient, log),
    limits,
    keyOf: keys.subscriptionKey,
    texts,
    https,
  })

  const checks: RequestHandler[] = [
    createCsrfCheck(config.siteUrl),
    createContentTypeCheck('application/json', 'application/x-www-form-urlencoded'),
    formBody,
  ]
  /** Sends the page's script what it needs before it posts. */
  const answerWith =
    (issue: () => Promise<object>): RequestHandler =>
    async (_req, res) => {
      res.set('Cache-Control', 'no-store').json(await issue())
    }
  const contactCheck = async () => ({
    [formTokenField]: token.issue(),
    ...(recaptcha ? { recaptcha: recaptcha.siteKey } : { challenge: await proofOfWork.issue() }),
  })
  const newsletterCheck = async () => ({ challenge: await proofOfWork.issue() })

  const router = Router({ caseSensitive: true, strict: true })
  router.route('/api/contact').post(checks, contact).all(onlyPost)
  router.route('/api/contact/check').get(answerWith(contactCheck)).all(onlyGet)
  router.route('/api/newsletter').post(checks, newsletter).all(onlyPost)
  router.route('/api/newsletter/check').get(answerWith(newsletterCheck)).all(onlyGet)
  return router
}
