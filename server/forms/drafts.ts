import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Response } from 'express'
import { type ContactDraft, contactFields } from '../../shared/contact-rules.ts'

/**
 * A visitor without JavaScript gets the typed text back from a cookie after a refusal. The answer is a redirect, and another
 * instance may answer it. Each form has its own cookie, so that a refused subscription does not replace a long message.
 */
export const draftCookies = { contact: 'contact-draft', newsletter: 'newsletter-draft' } as const

type DraftedForm = keyof typeof draftCookies

/** Browsers keep 4,096 bytes of a cookie, including its name and attributes (RFC 6265 §6.1). */
const maxCookie = 3800
const maxBytes = 64 * 1024
const validMs = 10 * 60_000

/** Invalid forms are not counted (limits.ts), so they must cost little. With Brotli's defaults, 15 KB take 15 ms. */
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
  // For the whole site: the form has an address in each language, and the toggle keeps the text.
  const options = { path: '/', httpOnly: true, secure: https, sameSite: 'lax', encode: String } as const
  if (draft === null) res.clearCookie(draftCookies[form], options)
  else res.cookie(draftCookies[form], draft, { ...options, maxAge: validMs })
}

/** The fields as a cookie's value. Missing fields are empty. Null if the fields are too long for a cookie. */
export function packDraft(given: Readonly<Record<string, unknown>>): string | null {
  const texts = contactFields.map((field) => {
    const value = given[field]
    return typeof value === 'string' ? value : ''
  })
  const packed = brotliCompressSync(JSON.stringify(texts), quickBrotli).toString('base64url')
  return packed.length > maxCookie ? null : packed
}

/** The fields of a form from a Cookie header; null if it contains no draft. */
export function unpackDraft(form: DraftedForm, cookies: string | undefined): ContactDraft | null {
  const value = new RegExp(`(?:^|;\\s*)${draftCookies[form]}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  if (value === undefined) return null
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: maxBytes })
    const texts: unknown = JSON.parse(bytes.toString('utf8'))
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return null
    return Object.fromEntries(contactFields.map((field, index) => [field, texts[index] ?? ''])) as ContactDraft
  } catch {
    return null
  }
}
