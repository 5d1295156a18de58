import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { CookieOptions } from 'express'
import { type ContactDraft, contactFields } from '../../shared/contact-form.ts'

/**
 * What a visitor without JavaScript has typed survives a refusal in a cookie of his own browser: the answer is a
 * redirect, and a server that kept the text would have to be the same one next time.
 */
export const draftCookie = 'contact-draft'

/** Browsers keep 4,096 bytes a cookie, its name and attributes included (RFC 6265 §6.1). */
const longest = 3800
const mostBytes = 64 * 1024
const validMs = 10 * 60_000

/** For the whole site: the form has an address in each language, and whoever toggles takes the text along. */
export function draftCookieOptions(https: boolean): CookieOptions {
  return { path: '/', httpOnly: true, secure: https, sameSite: 'lax', maxAge: validMs, encode: String }
}

/** The fields as one cookie's value; null where they are too much for one. */
export function packDraft(given: Readonly<Record<string, unknown>>): string | null {
  const texts = contactFields.map((field) => {
    const value = given[field]
    return typeof value === 'string' ? value : ''
  })
  const packed = brotliCompressSync(JSON.stringify(texts)).toString('base64url')
  return packed.length > longest ? null : packed
}

/** The fields that a Cookie header brings back; null where it holds none, or something else. */
export function unpackDraft(cookies: string | undefined): ContactDraft | null {
  const value = new RegExp(`(?:^|;\\s*)${draftCookie}=([\\w-]+)`).exec(cookies ?? '')?.[1]
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
