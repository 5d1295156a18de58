import type { RequestHandler } from 'express'
import { HttpError } from '../http/http-error.ts'

/** Refuses a post that a browser marks as coming from another site; a client that sends neither header is let through. */
export function createSameSiteGuard(siteUrl: string): RequestHandler {
  const ours = new URL(siteUrl)
  return (req, _res, next) => {
    const site = req.get('sec-fetch-site')
    const origin = req.get('origin')
    if (site === 'cross-site' || (site !== 'same-origin' && origin !== undefined && !isOurs(origin, req.get('host')))) {
      throw new HttpError(403, 'CrossSiteError', 'this form can only be sent from this site')
    }
    next()
  }

  function isOurs(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false
    const from = new URL(origin)
    // A page that came without TLS may be anybody's, whatever its name.
    if (from.host === ours.host) return from.protocol === 'https:' || ours.protocol === 'http:'
    return from.host === host
  }
}

/** Refuses a body of a type that the address does not read. */
export function requireContentType(...types: string[]): RequestHandler {
  return (req, _res, next) => {
    // `is` answers null where there is no body at all.
    if (req.is(types) === false) {
      const given = req.get('content-type') ?? 'nothing'
      throw new HttpError(415, 'UnsupportedMediaTypeError', `Content-Type: "${given}"; expected ${types.join(' or ')}`)
    }
    next()
  }
}
