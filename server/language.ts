import type { Request, RequestHandler, Response } from 'express'
import { urlencoded } from 'express'
import {
  counterpart,
  isLanguage,
  type Language,
  languageCookie,
  languageCookieMaxAgeSeconds,
  languageOf,
  prefixOf,
  withoutPrefix,
} from '../shared/language.ts'
import { isSitePath } from '../shared/site-map.ts'
import { HttpError } from './http-error.ts'

declare global {
  namespace Express {
    interface Request {
      /** The language of the answer; i18next-http-middleware takes it over and detects nothing itself. */
      lng: Language
    }
  }
}

/** Where a page address leads before anything else: to itself (null), or to its one true spelling. */
export function canonicalRedirect(path: string, query: string): { status: 301 | 302; location: string } | null {
  const prefixed = prefixOf(path) === 'fr'
  if (!prefixed && (path === '/' || !path.endsWith('/'))) return null
  // Leading slashes are collapsed: `//example.com/` without its last slash would be another site's address.
  const location = `/${(prefixed ? withoutPrefix(path) : path).replace(/^\/+|\/+$/g, '')}`
  if (!isSitePath(location)) return null
  return { status: prefixed ? 302 : 301, location: location + query }
}

/** The language of a request, from its path and its cookie alone. */
export function languageOfRequest(path: string, cookies: string | undefined): Language {
  return languageOf(path, new RegExp(`(?:^|;)\\s*${languageCookie}=([^;\\s]*)`).exec(cookies ?? '')?.[1])
}

/** Sets `req.lng`; sends `/fr/...` and trailing slashes to the address they mean; refuses broken percent-encoding. */
export function createLanguageMiddleware(secure: boolean): RequestHandler {
  return (req, res, next) => {
    req.lng = languageOfRequest(req.path, req.headers.cookie)
    if (decoded(req.path) === null)
      throw new HttpError(400, 'BadRequestError', 'the path is not valid percent-encoding')
    const redirect = req.method === 'GET' || req.method === 'HEAD' ? canonicalRedirect(req.path, queryOf(req)) : null
    if (redirect === null) return next()
    if (redirect.status === 302) {
      setLanguageCookie(res, 'fr', secure)
      res.set('Cache-Control', 'no-store')
    } else {
      res.set('Cache-Control', 'public, max-age=3600')
    }
    res.redirect(redirect.status, redirect.location)
  }
}

/** `POST /language`: the toggle's form, for visitors without JavaScript. */
export function createLanguageToggle(secure: boolean): RequestHandler[] {
  return [
    urlencoded({ extended: false, limit: '16kb' }),
    (req, res) => {
      const { lang, to } = (req.body ?? {}) as Record<string, unknown>
      if (!isLanguage(lang)) throw badRequest('lang', 'is not a language of this site; expected fr or en')
      if (!isSitePath(to) || decoded(to) === null)
        throw badRequest('to', 'is not a path of this site; expected e.g. /ai')
      const [, path = '', query = ''] = /^([^?#]*)(.*)$/.exec(to) ?? []
      const location = counterpart(path, lang) + query
      if (!isSitePath(location)) throw badRequest('to', 'is not a path of this site; expected e.g. /ai')
      setLanguageCookie(res, lang, secure)
      res.set('Cache-Control', 'no-store').redirect(303, location)
    },
  ]
}

function badRequest(field: string, message: string): HttpError {
  return new HttpError(400, 'BadRequestError', `${field}: ${message}`, { field })
}

function setLanguageCookie(res: Response, language: Language, secure: boolean): void {
  res.cookie(languageCookie, language, {
    path: '/',
    // Express counts in milliseconds, the header in seconds.
    maxAge: languageCookieMaxAgeSeconds * 1000,
    sameSite: 'lax',
    secure,
  })
}

/** Null for broken percent-encoding. The value is used: a bundler drops a call whose result nobody reads. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function queryOf(req: Request): string {
  const start = req.originalUrl.indexOf('?')
  return start === -1 ? '' : req.originalUrl.slice(start)
}
