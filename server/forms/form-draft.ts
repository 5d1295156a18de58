import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { CookieOptions, Response } from 'express'
import { type ContactDraft, contactFields } from '../../shared/contact-form.ts'

/**
 * What a visitor without JavaScript has typed survives a refusal in a cookie of his own browser: the answer is a
 * redirect, and a server that kept the text would have to be the same one next time. One for each form: a refused
 * subscription must not take the place of a long message.
 */
export const draftCookies = { contact: 'contact-draft', newsletter: 'newsletter-draft' } as const

type DraftedForm = keyof typeof draftCookies

/** Browsers keep 4,096 bytes a cookie, its name and attributes included (RFC 6265 §6.1). */
const longest = 3800
const mostBytes = 64 * 1024
const validMs = 10 * 60_000

/** A refusal is not counted (form-limit.ts), so it must cost little: at Brotli's defaults 15 KB held the server up for 15 ms. */
const quick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** Gives a visitor the fields to keep; takes back what he keeps where there are none, or too much for a cookie. */
export function leaveDraft(
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

/** For the whole site: the form has an address in each language, and whoever toggles takes the text along. */
function draftCookieOptions(https: boolean): CookieOptions {
  return { path: '/', httpOnly: true, secure: https, sameSite: 'lax', maxAge: validMs, encode: String }
}

/** The fields as one cookie's value, a field that the form has not as an empty one; null where they are too much for one. */
export function packDraft(given: Readonly<Record<string, unknown>>): string | null {
  const texts = contactFields.map((field) => {
    const value = given[field]
    return typeof value === 'string' ? value : ''
  })
  const packed = brotliCompressSync(JSON.stringify(texts), quick).toString('base64url')
  return packed.length > longest ? null : packed
}

/** The fields of a form that a Cookie header brings back; null where it holds none, or something else. */
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
