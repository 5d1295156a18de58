import type { Request, RequestHandler, Response } from 'express'
import {
  type ContactMessage,
  type ContactProblem,
  contactFields,
  parseContact,
  stampField,
} from '../../shared/contact-form.ts'
import { type ContactOutcome, type ContactSubject, contactSubjects } from '../../shared/form-query.ts'
import { isLanguage, type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { HttpError } from '../http-error.ts'
import type { BotCheck } from './bot-check.ts'
import { createContactBody } from './contact-body.ts'
import { leaveDraft } from './form-draft.ts'
import { markAccepted, markUnproven } from './form-limit.ts'
import type { Identities, Identity } from './identity.ts'
import type { Accept } from './outgoing.ts'

export type ContactOptions = {
  accept: Accept
  botCheck: BotCheck
  identityOf: Identities['ofContact']
  /** The rate of all posts without a proof. */
  limitUnproven: RequestHandler
  textOf: (language: Language, key: `problems.${ContactProblem}` | 'botCheck' | 'error') => string
  https: boolean
}

/** `POST /api/contact`: JSON from the page's script, a form without it. First what was typed, then who sends it, then the rate. */
export function createContact(options: ContactOptions): RequestHandler[] {
  const { accept, botCheck, identityOf, limitUnproven, textOf, https } = options
  const take: RequestHandler = async (req, res, next) => {
    res.set('Cache-Control', 'no-store')
    const fields = fieldsOf(req)
    const language = languageOf(req)
    const reading = parseContact(fields)
    if (reading.kind === 'invalid') {
      if (!isJson(req)) return comeBack(req, res, 'invalid')
      const fieldErrors = contactFields.flatMap((field) => {
        const problem = reading.problems[field]
        return problem === undefined ? [] : [{ field, message: textOf(language, `problems.${problem}`) }]
      })
      throw new HttpError(422, 'ValidationError', 'some fields are not valid', { fieldErrors })
    }
    const identity = identityOf(reading.message, String(fields[stampField]))
    const verdict = await botCheck(fields, identity, isJson(req))
    if (verdict === 'failed') {
      if (!isJson(req)) return comeBack(req, res, 'botCheck')
      throw new HttpError(403, 'BotCheckFailed', textOf(language, 'botCheck'))
    }
    if (verdict === 'unproven') markUnproven(res)
    res.locals.message = reading.message
    res.locals.identity = identity
    next()
  }

  const deliver: RequestHandler = async (req, res) => {
    const language = languageOf(req)
    const { message, identity } = res.locals as { message: ContactMessage; identity: Identity }
    const outcome = await accept({ kind: 'contact', message, language }, identity)
    if (outcome.kind === 'accepted') {
      markAccepted(res)
      if (!isJson(req)) return comeBack(req, res, 'success')
      res.status(202).json({})
      return
    }
    if (!isJson(req)) return comeBack(req, res, 'error')
    throw new HttpError(503, 'ServiceUnavailableError', textOf(language, 'error'), {
      headers: { 'Retry-After': String(outcome.retryAfterSeconds) },
    })
  }

  /** Back to the contact page, which says how it ended and holds what was typed. */
  function comeBack(req: Request, res: Response, outcome: ContactOutcome): void {
    const path = localise(pathOf('contact'), languageOf(req))
    leaveDraft(res, 'contact', outcome === 'success' ? null : fieldsOf(req), https)
    const subject = subjectOf(req)
    const query = new URLSearchParams({ form: outcome, ...(subject && outcome !== 'success' ? { subject } : {}) })
    res.redirect(303, `${path}?${query}#form`)
  }

  return [...createContactBody(), take, limitUnproven, deliver]
}

function fieldsOf(req: Request): Record<string, unknown> {
  const body: unknown = req.body
  return body !== null && typeof body === 'object' ? { ...body } : {}
}

function languageOf(req: Request): Language {
  const { lang } = fieldsOf(req)
  return isLanguage(lang) ? lang : req.lng
}

function subjectOf(req: Request): ContactSubject | null {
  return contactSubjects.find((subject) => subject === fieldsOf(req).subject) ?? null
}

function isJson(req: Request): boolean {
  return Boolean(req.is('json'))
}
