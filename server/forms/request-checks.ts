import type { RequestHandler } from 'express'
import { HttpError } from '../http/http-error.ts'

/**
 * Refuses a post that a browser marks as coming from another site (cross-site request forgery); a client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is let through.
 */
export function createCsrfCheck(siteUrl: string): RequestHandler {
  const site = new URL(siteUrl)
  return (req, _res, next) => {
    const fetchSite = req.get('sec-fetch-site')
    const origin = req.get('origin')
    const isForeign = fetchSite !== 'same-origin' && origin !== undefined && !isSameSite(origin, req.get('host'))
    if (fetchSite === 'cross-site' || isForeign) {
      throw new HttpError(403, 'CrossSiteError', 'this form can only be sent from this site')
    }
    next()
  }

  function isSameSite(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false
    const from = new URL(origin)
    // Without TLS, another machine may have served the page under this site's name.
    if (from.host === site.host) return from.protocol === 'https:' || site.protocol === 'http:'
    return from.host === host
  }
}

/** Refuses a body of any other type. */
export function createContentTypeCheck(...types: string[]): RequestHandler {
  return (req, _res, next) => {
    // `is` returns null if there is no body.
    if (req.is(types) === false) {
      const given = req.get('content-type') ?? 'nothing'
      throw new HttpError(415, 'UnsupportedMediaTypeError', `Content-Type: "${given}"; expected ${types.join(' or ')}`)
    }
    next()
  }
}
