import type { Request, RequestHandler, Response } from 'express'
import {
  type Language,
  languageCookie,
  languageInCookie,
  languageCookieMaxAgeSeconds,
  languageOf,
  prefixOf,
  withoutPrefix,
} from '../../shared/language.ts'
import { decoded, isSitePath } from '../../shared/site-map.ts'
import { HttpError } from '../http/http-error.ts'

declare global {
  namespace Express {
    interface Request {
      /** The language of the response. i18next-http-middleware uses it instead of detecting one. */
      lng: Language
    }
  }
}

/** Longer than any path of the site. Longer paths are not redirected. */
const maxPath = 2000

/** `/%61i` → `/ai`: letters and digits need no encoding, and each page has one URL (RFC 3986 §6.2.2.2). */
function normalizePercentEncoding(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w~-]/.test(character) ? character : encoded
  })
}

/** The redirect to a page's canonical URL; null if the URL is canonical already. */
export function canonicalRedirect(given: string, query: string): { status: 301 | 302; location: string } | null {
  if (given.length > maxPath) return null
  const path = normalizePercentEncoding(given)
  const prefixed = prefixOf(path) === 'fr'
  if (!prefixed && path === given && (path === '/' || !path.endsWith('/'))) return null
  // Leading slashes are removed: `//example.com` would be another site.
  const location = `/${(prefixed ? withoutPrefix(path) : path).replace(/^\/+|\/+$/g, '')}`
  if (!isSitePath(location)) return null
  return { status: prefixed ? 302 : 301, location: location + query }
}

export function languageOfRequest(path: string, cookies: string | undefined): Language {
  return languageOf(path, languageInCookie(cookies ?? ''))
}

/** Sets `req.lng`. Redirects `/fr/...` and trailing slashes to the canonical URL. Rejects invalid percent-encoding. */
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

/**
 * Stores the visitor's choice in a cookie for a year. It applies to URLs without a language prefix.
 *
 * @param secure whether the site is on https; the cookie is then never sent over http
 */
export function setLanguageCookie(res: Response, language: Language, secure: boolean): void {
  res.cookie(languageCookie, language, {
    path: '/',
    // Express expects milliseconds.
    maxAge: languageCookieMaxAgeSeconds * 1000,
    sameSite: 'lax',
    secure,
  })
}

/** The query of a request with its `?`, or an empty string. */
export function queryOf(req: Request): string {
  const start = req.originalUrl.indexOf('?')
  return start === -1 ? '' : req.originalUrl.slice(start)
}
