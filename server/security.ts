import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { HttpError } from './http-error.ts'

/**
 * Security headers of every answer. The policy is static: no inline script or style, hence no nonce, so a page is stored
 * and compressed once (docs/decisions/002-no-inline-script.md).
 *
 * @param https whether the public address is https
 * @param development Vite's own client needs its socket and its style elements
 */
export function createSecurityHeaders(https: boolean, development: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
}

/** Refuses a post that a browser marks as coming from another site; a client that sends neither header is let through. */
export function createSameSiteGuard(siteUrl: string): RequestHandler {
  const ours = new URL(siteUrl).host
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
    const from = new URL(origin).host
    return from === ours || from === host
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
