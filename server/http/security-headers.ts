import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { addressOf, type PageId, pageIds } from '../../shared/site-map.ts'

/** The inline texts that the policy allows by hash: the styles of each page (`null`: the error screen), and scripts. */
export type InlineTexts = { stylesOf: (page: PageId | null) => string[]; scripts: string[] }

export type SecurityOptions = {
  https: boolean
  /** Allows the WebSocket and the style elements of Vite's client. */
  development: boolean
  /** Allows Google's script on every page, since any page may lead to the contact form without a page load. */
  recaptcha: boolean
  /** The URLs that frames may load. */
  frameSources: readonly string[]
  inlineTexts: InlineTexts
}

/** Browser features that neither pages nor their frames use. */
const unusedFeatures = (
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer microphone ' +
  'midi payment publickey-credentials-get screen-wake-lock serial usb'
).split(' ')
const permissions = unusedFeatures.map((feature) => `${feature}=()`).join()

/**
 * Sets the security headers of every response. Inline styles and scripts are allowed by hash. Without a nonce, a page is stored
 * and compressed once (docs/decisions/002-static-policy.md, 015-first-view.md, 020-trusted-types.md).
 */
export function createSecurityHeaders(options: SecurityOptions): RequestHandler {
  const { https, development, recaptcha, frameSources, inlineTexts } = options
  const google = recaptcha ? ['https://www.google.com/recaptcha/'] : []
  const styleHashes = hashesByPage(inlineTexts.stylesOf)
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...(development ? ['ws:'] : []), ...google],
        fontSrc: ["'self'"],
        // Visitors load frames by a click (docs/decisions/008-embeds-behind-a-click.md).
        frameSrc: [...frameSources, ...google, ...(recaptcha ? ['https://recaptcha.google.com/recaptcha/'] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The logo is a data URL. The sanitiser rewrites authors' pictures to this site.
        imgSrc: ["'self'", 'data:'],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          ...google,
          ...(recaptcha ? ['https://www.gstatic.com/recaptcha/'] : []),
          ...inlineTexts.scripts.map(sourceHash),
        ],
        styleSrc: [
          "'self'",
          development ? "'unsafe-inline'" : (req) => styleHashes(addressOf((req as Request).path)?.page),
        ],
        // Vite's client writes HTML, and the policies of Google's script are not documented.
        ...(development || recaptcha ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['site'] }),
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Only Internet Explorer and Flash read these 67 bytes.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions)
    headers(req, res, next)
  }
}

/** Headers that only apply to documents. */
const documentHeaders = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-XSS-Protection',
]

/**
 * Removes headers that scripts, style sheets, fonts and icons do not need. A page loads several of them, and over HTTP/1.1 each
 * would carry 2 KB of policy for documents. A file that is opened as a document may load nothing.
 */
export function setFileHeaders(res: Response): void {
  for (const name of documentHeaders) res.removeHeader(name)
  res.setHeader('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'")
}

/** The hashes of a page's styles and the error screen's. For other addresses, such as previews, those of all pages. */
function hashesByPage(stylesOf: InlineTexts['stylesOf']): (page: PageId | undefined) => string {
  const hashesOf = (pages: readonly (PageId | null)[]) => [...new Set(pages.flatMap(stylesOf).map(sourceHash))]
  const own = new Map(pageIds.map((page) => [page, hashesOf([page, null]).join(' ')]))
  const all = hashesOf([...pageIds, null]).join(' ')
  return (page) => (page && own.get(page)) ?? all
}

/** The `hash-source` of an inline text (CSP Level 3). */
function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
