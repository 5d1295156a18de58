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
      /** The language of the answer; i18next-http-middleware takes it over and detects nothing itself. */
      lng: Language
    }
  }
}

/** Longer than any address of the site: beyond it nothing is redirected. */
const maxPath = 2000

/** `/%61i` → `/ai`: letters and digits need no encoding, and one page has one spelling (RFC 3986 §6.2.2.2). */
function spelledOut(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w~-]/.test(character) ? character : encoded
  })
}

/** Where a page address redirects to: its canonical spelling; null where it has that already. */
export function canonicalRedirect(given: string, query: string): { status: 301 | 302; location: string } | null {
  if (given.length > maxPath) return null
  const path = spelledOut(given)
  const prefixed = prefixOf(path) === 'fr'
  if (!prefixed && path === given && (path === '/' || !path.endsWith('/'))) return null
  // Leading slashes are collapsed: `//example.com/` without its last slash would be another site's address.
  const location = `/${(prefixed ? withoutPrefix(path) : path).replace(/^\/+|\/+$/g, '')}`
  if (!isSitePath(location)) return null
  return { status: prefixed ? 302 : 301, location: location + query }
}

/** The language of a request, from its path and its cookie alone. */
export function languageOfRequest(path: string, cookies: string | undefined): Language {
  return languageOf(path, languageInCookie(cookies ?? ''))
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

/**
 * Stores the visitor's choice in the browser for a year, for addresses without a language.
 *
 * @param secure whether the site is on https: the cookie then travels nowhere else
 */
export function setLanguageCookie(res: Response, language: Language, secure: boolean): void {
  res.cookie(languageCookie, language, {
    path: '/',
    // Express counts in milliseconds, the header in seconds.
    maxAge: languageCookieMaxAgeSeconds * 1000,
    sameSite: 'lax',
    secure,
  })
}

/** The query of a request with its `?`, empty where there is none. */
export function queryOf(req: Request): string {
  const start = req.originalUrl.indexOf('?')
  return start === -1 ? '' : req.originalUrl.slice(start)
}
