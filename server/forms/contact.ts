import type { Request, RequestHandler, Response } from 'express'
import {
  type ContactProblem,
  type ContactProblems,
  contactFields,
  formTokenField,
  parseContact,
} from '../../shared/contact-rules.ts'
import { type ContactOutcome, contactSubjects } from '../../shared/form-query.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { HttpError } from '../http/http-error.ts'
import type { TooMany } from '../http/rate-limit.ts'
import type { IdempotencyKeys } from '../outbox/idempotency.ts'
import type { Acceptance, Accept, Contact } from '../outbox/message.ts'
import type { BotCheck } from './bot-check.ts'
import { setDraft } from './drafts.ts'
import { type ContactFormFields, contactFormFields, isJson } from './form-fields.ts'
import { type FormLimits, tooManyForms } from './limits.ts'

export type ContactOptions = {
  accept: Accept<Contact>
  limits: FormLimits
  botCheck: BotCheck
  keyOf: IdempotencyKeys['ofContact']
  textOf: (language: Language, key: `problems.${ContactProblem}` | 'botCheck' | 'error') => string
  https: boolean
}

type Outcome = { kind: 'invalid'; problems: ContactProblems } | { kind: 'botCheck' } | TooMany | Acceptance

/** The outcome in the query of the redirect. */
const queryOutcomes = {
  accepted: 'success',
  known: 'success',
  invalid: 'invalid',
  botCheck: 'botCheck',
  unavailable: 'error',
} as const satisfies Record<string, ContactOutcome>

/** `POST /api/contact`, once its body is parsed: JSON from the page's script, a form without it. */
export function createContact({ accept, limits, botCheck, keyOf, textOf, https }: ContactOptions): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const fields = contactFormFields.parse(req.body)
    const language = fields.lang ?? req.lng
    const outcome = await submit(req, fields, language)
    if (outcome.kind === 'tooMany') throw tooManyForms(outcome)
    if (!isJson(req)) return redirect(res, fields, language, queryOutcomes[outcome.kind])
    const refusal = refusalOf(outcome, language)
    if (refusal) throw refusal
    res.status(202).json({})
  }

  /** The steps of a message, in their order. */
  async function submit(req: Request, fields: ContactFormFields, language: Language): Promise<Outcome> {
    const parsed = parseContact(fields)
    if (parsed.kind === 'invalid') return parsed
    const { message } = parsed
    const key = keyOf(message, fields[formTokenField] ?? '')
    const byScript = isJson(req)
    return limits.perVisitor(req, async () => {
      const verdict = await botCheck(fields, key, byScript)
      if (verdict === 'failed') return { kind: 'botCheck' }
      const isVerified = verdict === 'verified'
      const checked = isVerified ? 'passed' : byScript ? 'unchecked' : 'scriptless'
      return limits.overall(isVerified, () => accept({ kind: 'contact', message, language, botCheck: checked }, key))
    })
  }

  function refusalOf(outcome: Exclude<Outcome, TooMany>, language: Language): HttpError | null {
    switch (outcome.kind) {
      case 'accepted':
      case 'known':
        return null
      case 'invalid': {
        const fieldErrors = contactFields.flatMap((field) => {
          const problem = outcome.problems[field]
          return problem === undefined ? [] : [{ field, message: textOf(language, `problems.${problem}`) }]
        })
        return new HttpError(422, 'ValidationError', 'some fields are not valid', { fieldErrors })
      }
      case 'botCheck':
        return new HttpError(403, 'BotCheckFailed', textOf(language, 'botCheck'))
      case 'unavailable':
        return new HttpError(503, 'ServiceUnavailableError', textOf(language, 'error'), {
          headers: { 'Retry-After': String(outcome.retryAfterSeconds) },
        })
    }
  }

  /** Back to the contact page, which tells the outcome and holds the draft. */
  function redirect(res: Response, fields: ContactFormFields, language: Language, outcome: ContactOutcome): void {
    const isDone = outcome === 'success'
    setDraft(res, 'contact', isDone ? null : fields, https)
    const subject = contactSubjects.find((known) => known === fields.subject)
    const query = new URLSearchParams({ form: outcome, ...(subject && !isDone ? { subject } : {}) })
    res.redirect(303, `${localise(pathOf('contact'), language)}?${query}#form`)
  }
}
