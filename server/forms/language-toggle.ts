import type { RequestHandler } from 'express'
import * as z from 'zod'
import { counterpart, isLanguage } from '../../shared/language.ts'
import { decoded, isSitePath } from '../../shared/site-map.ts'
import { HttpError } from '../http/http-error.ts'
import { setLanguageCookie } from '../i18n/language.ts'
import { textField } from './request-checks.ts'

const toggleFields = z.object({ lang: textField, to: textField }).catch({})

export const togglePath = '/language'

/** `POST /language`, after its body was parsed: the toggle's form, for visitors without JavaScript. */
export function createLanguageToggle(secure: boolean): RequestHandler {
  return (req, res) => {
    const { lang, to } = toggleFields.parse(req.body)
    if (!isLanguage(lang)) throw badRequest('lang', 'is not a language of this site; expected fr or en')
    if (!isSitePath(to) || decoded(to) === null) throw badRequest('to', 'is not a path of this site; expected e.g. /ai')
    const [, path = '', query = ''] = /^([^?#]*)(.*)$/.exec(to) ?? []
    const location = counterpart(path, lang) + query
    if (!isSitePath(location)) throw badRequest('to', 'is not a path of this site; expected e.g. /ai')
    setLanguageCookie(res, lang, secure)
    res.set('Cache-Control', 'no-store').redirect(303, location)
  }
}

function badRequest(field: string, message: string): HttpError {
  return new HttpError(400, 'BadRequestError', `${field}: ${message}`, { field })
}
