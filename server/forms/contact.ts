import type { Request, RequestHandler, Response } from 'express'
import type { i18n } from 'i18next'
import * as z from 'zod'
import {
  type ContactField,
  type ContactProblems,
  contactFields,
  formTokenField,
  honeypotField,
  parseContact,
} from '../../shared/contact-rules.ts'
import { type ContactOutcome, contactSubjects } from '../../shared/form-query.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { HttpError, unavailable } from '../http/http-error.ts'
import type { TooMany } from '../http/rate-limit.ts'
import type { Accept, Acceptance, Contact, IdempotencyKey, IdempotencyKeys } from '../outbox/outbox.ts'
import type { ChallengeCheck } from './challenges.ts'
import type { FormToken } from './form-token.ts'
import { type FormLimits, tooManyForms } from './limits.ts'
import { setDraft } from './drafts.ts'
import { isJson, languageField, textField } from './request-checks.ts'

type ContactOptions = {
  accept: Accept
  limits: FormLimits
  keyOf: IdempotencyKeys['contactKey']
  texts: i18n
  https: boolean
}

/** A value of any type counts as given: a company that is not text is invalid, and such a honeypot is filled. */
const anything = z.unknown().optional()

const typed = {
  name: textField,
  company: anything,
  email: textField,
  subject: textField,
  message: textField,
} satisfies Record<ContactField, z.ZodType>

/** The fields of a form. A body that is not an object has none. */
const formFields = z
  .object({
    ...typed,
    [honeypotField]: anything,
    lang: languageField,
    [formTokenField]: textField,
    proof: textField,
    recaptcha: textField,
  })
  .catch({})

type FormFields = z.infer<typeof formFields>

type ContactResult = { kind: 'invalid'; problems: ContactProblems } | { kind: 'botCheck' } | TooMany | Acceptance

/** The result in the query of the redirect. */
const queryOutcomes = {
  accepted: 'success',
  known: 'success',
  invalid: 'invalid',
  botCheck: 'botCheck',
  unavailable: 'error',
} as const satisfies Record<string, ContactOutcome>

/** `POST /api/contact`, after its body was parsed: JSON from the page's script, form-encoded without JavaScript. */
export function createContact(
  token: FormToken,
  challenge: ChallengeCheck,
  { accept, limits, keyOf, texts, https }: ContactOptions,
): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const fields = formFields.parse(req.body)
    const language = fields.lang ?? req.lng
    const result = await submitContact(req, fields, language)
    if (result.kind === 'tooMany') throw tooManyForms(result)
    if (!isJson(req)) return redirect(res, fields, language, queryOutcomes[result.kind])
    const refusal = contactRefusal(result, language)
    if (refusal) throw refusal
    res.status(202).json({})
  }

  async function submitContact(req: Request, fields: FormFields, language: Language): Promise<ContactResult> {
    const parsed = parseContact(fields)
    if (parsed.kind === 'invalid') return parsed
    const { message } = parsed
    const key = keyOf(message, fields[formTokenField] ?? '')
    return limits.perVisitor(req, async () => {
      const botCheck = await checkForBot(fields, key, isJson(req))
      if (botCheck === 'failed') return { kind: 'botCheck' }
      const contact = { kind: 'contact', message, language, botCheck } as const
      return limits.overall(botCheck === 'passed', () => accept(contact, key))
    })
  }

  /** Checks the honeypot, then the form token, then the challenge, which costs most. */
  async function checkForBot(
    fields: FormFields,
    message: IdempotencyKey,
    byScript: boolean,
  ): Promise<Contact['botCheck'] | 'failed'> {
    if (fields[honeypotField] !== undefined && fields[honeypotField] !== '') return 'failed'
    if (!token.isValid(fields[formTokenField])) return 'failed'
    const proof = fields[challenge.field]
    if (proof !== undefined && proof !== '') return (await challenge.isValid(proof, message)) ? 'passed' : 'failed'
    if (!byScript) return 'scriptless'
    // The site's script may be unable to compute a proof (no secure context, no worker). Google's always has a token.
    return challenge.field === 'recaptcha' ? 'failed' : 'unchecked'
  }

  function contactRefusal(result: Exclude<ContactResult, TooMany>, language: Language): HttpError | null {
    const t = texts.getFixedT(language, 'contact')
    switch (result.kind) {
      case 'accepted':
      case 'known':
        return null
      case 'invalid': {
        const fieldErrors = contactFields.flatMap((field) => {
          const problem = result.problems[field]
          return problem === undefined ? [] : [{ field, message: t(`form.problems.${problem}`) }]
        })
        return new HttpError(422, 'ValidationError', 'some fields are not valid', { fieldErrors })
      }
      case 'botCheck':
        return new HttpError(403, 'BotCheckFailed', t('form.botCheck'))
      case 'unavailable':
        return unavailable(t('form.error'), result.retryAfterSeconds)
    }
  }

  /** Redirects to the contact page, which shows the outcome and the draft. */
  function redirect(res: Response, fields: FormFields, language: Language, outcome: ContactOutcome): void {
    const isDone = outcome === 'success'
    setDraft(res, 'contact', isDone ? null : fields, https)
    const subject = contactSubjects.find((known) => known === fields.subject)
    const query = new URLSearchParams({ form: outcome, ...(subject && !isDone ? { subject } : {}) })
    res.redirect(303, `${localise(pathOf('contact'), language)}?${query}#form`)
  }
}
