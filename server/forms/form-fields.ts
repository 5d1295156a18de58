import type { Request } from 'express'
import * as z from 'zod'
import { type ContactField, formTokenField, honeypotField } from '../../shared/contact-rules.ts'
import { languages } from '../../shared/language.ts'

/** A value that is no text counts as not given. */
const text = z.string().optional().catch(undefined)

/** The language that a form names; undefined: the language of the address and cookie counts. */
const lang = z.string().trim().pipe(z.enum(languages)).optional().catch(undefined)

/** The body of `POST /api/newsletter`; a body that is no object has no fields, here and below. */
export const newsletterFields = z.object({ email: text, lang, proof: text }).catch({})

/** A value of any type counts as given: a company that is no text is invalid, and the honeypot is filled. */
const anything = z.unknown().optional()

const typed = { name: text, company: anything, email: text, subject: text, message: text } satisfies Record<
  ContactField,
  z.ZodType
>

/** The body of `POST /api/contact`. */
export const contactFormFields = z
  .object({
    ...typed,
    [honeypotField]: anything,
    lang,
    [formTokenField]: text,
    proof: text,
    recaptcha: text,
  })
  .catch({})

export type ContactFormFields = z.infer<typeof contactFormFields>

/** The body of `POST /language`. */
export const toggleFields = z.object({ lang: text, to: text }).catch({})

/** Whether the page's script sent the form, and expects JSON. By the header alone: `req.is` needs a body. */
export function isJson(req: Request): boolean {
  return /^application\/json *(;|$)/i.test(req.get('content-type') ?? '')
}
