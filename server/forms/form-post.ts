import type { Request } from 'express'
import * as z from 'zod'
import { honeypotField, stampField } from '../../shared/contact-form.ts'
import { languages } from '../../shared/language.ts'

/** What is no text counts as not given. */
const text = z.string().optional().catch(undefined)

/** A language that a form names; undefined: the one of its address and cookie counts. */
const lang = z.string().trim().pipe(z.enum(languages)).optional().catch(undefined)

/** The body of `POST /api/newsletter`; a body that is no object has no fields, here and below. */
export const subscriptionPost = z.object({ email: text, lang, proof: text }).catch({})

/** The body of `POST /api/contact`. */
export const contactPost = z
  .object({
    name: text,
    // Whatever is given here counts as given: a company that is no text is wrong, and the trap has been filled.
    company: z.unknown().optional(),
    [honeypotField]: z.unknown().optional(),
    email: text,
    subject: text,
    message: text,
    lang,
    [stampField]: text,
    proof: text,
    recaptcha: text,
  })
  .catch({})

export type ContactPost = z.infer<typeof contactPost>

/** The body of `POST /language`, whose language is the one that was chosen. */
export const togglePost = z.object({ lang: text, to: text }).catch({})

/** Whether the page's script sent it, and awaits JSON. By the header alone: `req.is` tells no type where there is no body. */
export function isJson(req: Request): boolean {
  return /^application\/json *(;|$)/i.test(req.get('content-type') ?? '')
}
