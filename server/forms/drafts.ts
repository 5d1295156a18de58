import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { CookieOptions, Response } from 'express'
import { type ContactDraft, contactFields } from '../../shared/contact-rules.ts'

/**
 * A visitor without JavaScript gets the typed text back after a refusal, from a cookie: the answer is a redirect, and a
 * server that stored the text would have to be the same one next time. One cookie for each form: a refused subscription
 * must not replace a long message.
 */
export const draftCookies = { contact: 'contact-draft', newsletter: 'newsletter-draft' } as const

type DraftedForm = keyof typeof draftCookies

/** Browsers keep 4,096 bytes a cookie, its name and attributes included (RFC 6265 §6.1). */
const longestCookie = 3800
const mostBytes = 64 * 1024
const validMs = 10 * 60_000

/** A refusal is not counted (limits.ts), so it must cost little: at Brotli's defaults, 15 KB take 15 ms. */
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
  const options = draftCookieOptions(https)
  if (draft === null) res.clearCookie(draftCookies[form], { ...options, maxAge: undefined })
  else res.cookie(draftCookies[form], draft, options)
}

/** For the whole site: the form has an address in each language, and the toggle keeps the text. */
function draftCookieOptions(https: boolean): CookieOptions {
  return { path: '/', httpOnly: true, secure: https, sameSite: 'lax', maxAge: validMs, encode: String }
}

/** The fields as the value of a cookie, a missing one as an empty text; null if they are too long for a cookie. */
export function packDraft(given: Readonly<Record<string, unknown>>): string | null {
  const texts = contactFields.map((field) => {
    const value = given[field]
    return typeof value === 'string' ? value : ''
  })
  const packed = brotliCompressSync(JSON.stringify(texts), quickBrotli).toString('base64url')
  return packed.length > longestCookie ? null : packed
}

/** The fields of a form in a Cookie header; null if there are none. */
export function unpackDraft(form: DraftedForm, cookies: string | undefined): ContactDraft | null {
  const value = new RegExp(`(?:^|;\\s*)${draftCookies[form]}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  if (value === undefined) return null
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: mostBytes })
    const texts: unknown = JSON.parse(bytes.toString('utf8'))
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return null
    const [name = '', company = '', email = '', subject = '', message = ''] = texts
    return { name, company, email, subject, message }
  } catch {
    return null
  }
}
