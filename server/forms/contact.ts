import type { Request, RequestHandler, Response } from 'express'
import {
  type ContactProblem,
  type ContactProblems,
  contactFields,
  parseContact,
  stampField,
} from '../../shared/contact-form.ts'
import { type ContactOutcome, type ContactSubject, contactSubjects } from '../../shared/form-query.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { HttpError } from '../http/http-error.ts'
import type { TooMany } from '../http/rate-limit.ts'
import type { BotCheck } from './bot-check.ts'
import { createContactBody } from './contact-body.ts'
import { leaveDraft } from './form-draft.ts'
import { type FormLimits, tooManyForms } from './form-limit.ts'
import { type ContactPost, contactPost, isJson } from './form-post.ts'
import type { Identities } from '../outbox/identity.ts'
import type { Acceptance, Accept, Outgoing } from '../outbox/outgoing.ts'

export type ContactOptions = {
  accept: Accept
  limits: FormLimits
  botCheck: BotCheck
  identityOf: Identities['ofContact']
  textOf: (language: Language, key: `problems.${ContactProblem}` | 'botCheck' | 'error') => string
  https: boolean
}

type Contact = Extract<Outgoing, { kind: 'contact' }>

/** How a post ends. */
type Outcome = { kind: 'invalid'; problems: ContactProblems } | { kind: 'botCheck' } | TooMany | Acceptance

/** What the query says of it. */
const toldOutcomes = {
  accepted: 'success',
  invalid: 'invalid',
  botCheck: 'botCheck',
  unavailable: 'error',
} as const satisfies Record<string, ContactOutcome>

/** `POST /api/contact`: JSON from the page's script, a form without it. */
export function createContact(options: ContactOptions): RequestHandler[] {
  const { accept, limits, botCheck, identityOf, textOf, https } = options

  /** First what was typed, then the visitor's rate, then who sends it, and the rate of all who prove it, or cannot. */
  async function take(req: Request, fields: ContactPost, language: Language): Promise<Outcome> {
    const reading = parseContact(fields)
    if (reading.kind === 'invalid') return reading
    const { message } = reading
    const identity = identityOf(message, fields[stampField] ?? '')
    return limits.ofVisitor(req, async () => {
      const byScript = isJson(req)
      const verdict = await botCheck(fields, identity, byScript)
      if (verdict === 'failed') return { kind: 'botCheck' }
      const proven = verdict === 'proven'
      const told: Contact['botCheck'] = proven ? 'passed' : byScript ? 'unchecked' : 'scriptless'
      return limits.ofAll(proven, () => accept({ kind: 'contact', message, language, botCheck: told }, identity))
    })
  }

  const answer: RequestHandler = async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const fields = contactPost.parse(req.body)
    const language = fields.lang ?? req.lng
    const outcome = await take(req, fields, language)
    if (outcome.kind === 'tooMany') throw tooManyForms(outcome)
    if (!isJson(req)) return comeBack(res, fields, language, toldOutcomes[outcome.kind])
    if (outcome.kind !== 'accepted') throw refusalOf(outcome, language)
    res.status(202).json({})
  }

  function refusalOf(outcome: Exclude<Outcome, TooMany | { kind: 'accepted' }>, language: Language): HttpError {
    switch (outcome.kind) {
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

  /** Back to the contact page, which says how it ended and holds what was typed. */
  function comeBack(res: Response, fields: ContactPost, language: Language, outcome: ContactOutcome): void {
    const path = localise(pathOf('contact'), language)
    leaveDraft(res, 'contact', outcome === 'success' ? null : fields, https)
    const subject = subjectOf(fields)
    const query = new URLSearchParams({ form: outcome, ...(subject && outcome !== 'success' ? { subject } : {}) })
    res.redirect(303, `${path}?${query}#form`)
  }

  return [...createContactBody(), answer]
}

function subjectOf(fields: ContactPost): ContactSubject | null {
  return contactSubjects.find((subject) => subject === fields.subject) ?? null
}
