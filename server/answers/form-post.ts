import type { Request } from 'express'
import { isLanguage, type Language } from '../../shared/language.ts'

/** The fields of a form's body by name, each of whatever type was sent; none where there is no body. */
export function fieldsOf({ body }: { body?: unknown }): Record<string, unknown> {
  return body !== null && typeof body === 'object' ? { ...body } : {}
}

/** The language that a form names, else the one of its address and cookie. */
export function formLanguageOf(req: Request): Language {
  const { lang } = fieldsOf(req)
  const named = typeof lang === 'string' ? lang.trim() : null
  return isLanguage(named) ? named : req.lng
}

/** Whether the page's script sent it, and awaits JSON. By the header alone: `req.is` tells no type where there is no body. */
export function isJson(req: Request): boolean {
  return /^application\/json *(;|$)/i.test(req.get('content-type') ?? '')
}
