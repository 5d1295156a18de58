import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Response } from 'express'
import { type ContactDraft, contactFields, type InitialFormState } from '../../shared/contact-rules.ts'
import type { PageId } from '../../shared/site-map.ts'
import type { FormToken } from './form-token.ts'

/** The form that a page is served with; `version` is the same for all visitors that get the same form. */
type PageForm =
  /** An empty form: the page may be stored here and by shared caches. */
  | { kind: 'empty'; form: InitialFormState; version: string }
  /** A form with its outcome: the page is the same for all visitors, but stored here alone. */
  | { kind: 'outcome'; form: InitialFormState; version: string }
  /** A form with one visitor's draft: the page is stored nowhere. */
  | { kind: 'draft'; form: InitialFormState; version: null }

/**
 * Fills the form of the contact page always, and the newsletter's if the query tells its outcome. A draft comes back only
 * after a failure. Null: a page without a form that the server fills.
 */
export function createFormOfPage(token: FormToken) {
  return (page: PageId | null, query: string, cookies: string | undefined): PageForm | null => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    if (page === 'blog' && outcome === null) return null
    const form = { token: token.issue(), draft: null }
    const version = form.token
    if (outcome === null) return { kind: 'empty', form, version }
    const isDone = outcome === 'success' || outcome === 'sent' || outcome === 'known'
    const draft = isDone ? null : unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies)
    if (draft === null) return { kind: 'outcome', form, version }
    return { kind: 'draft', form: { ...form, draft }, version: null }
  }
}

export type FormOfPage = ReturnType<typeof createFormOfPage>

/**
 * A visitor without JavaScript gets the typed text back after a refusal, from a cookie: the answer is a redirect, and a
 * server that stored the text would have to be the same one next time. One cookie for each form: a refused subscription
 * must not replace a long message.
 */
export const draftCookies = { contact: 'contact-draft', newsletter: 'newsletter-draft' } as const

type DraftedForm = keyof typeof draftCookies

/** Browsers keep 4,096 bytes a cookie, its name and attributes included (RFC 6265 §6.1). */
const maxCookie = 3800
const maxBytes = 64 * 1024
const validMs = 10 * 60_000

/** A form that is not valid is not counted (limits.ts), so it must cost little: at Brotli's defaults, 15 KB take 15 ms. */
const quickBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** Sets the cookie of a draft; clears it if there are no fields, or too many for a cookie. */
export function setDraft(
  res: Response,
  form: DraftedForm,
  fields: Readonly<Record<string, unknown>> | null,
  https: boolean,
): void {
  const draft = fields === null ? null : packDraft(fields)
  // The cookie counts for the whole site: the form has an address in each language, and the toggle keeps the text.
  const options = { path: '/', httpOnly: true, secure: https, sameSite: 'lax', encode: String } as const
  if (draft === null) res.clearCookie(draftCookies[form], options)
  else res.cookie(draftCookies[form], draft, { ...options, maxAge: validMs })
}

/** The fields as the value of a cookie, a missing one as an empty text; null if they are too long for a cookie. */
export function packDraft(given: Readonly<Record<string, unknown>>): string | null {
  const texts = contactFields.map((field) => {
    const value = given[field]
    return typeof value === 'string' ? value : ''
  })
  const packed = brotliCompressSync(JSON.stringify(texts), quickBrotli).toString('base64url')
  return packed.length > maxCookie ? null : packed
}

/** The fields of a form in a Cookie header; null if there are none. */
export function unpackDraft(form: DraftedForm, cookies: string | undefined): ContactDraft | null {
  const value = new RegExp(`(?:^|;\\s*)${draftCookies[form]}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  if (value === undefined) return null
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: maxBytes })
    const texts: unknown = JSON.parse(bytes.toString('utf8'))
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return null
    const [name = '', company = '', email = '', subject = '', message = ''] = texts
    return { name, company, email, subject, message }
  } catch {
    return null
  }
}
