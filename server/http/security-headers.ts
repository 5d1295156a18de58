import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { addressOf, type PageId, pageIds } from '../../shared/site-map.ts'

/** The texts that the policy allows by their hash: the styles of each page (`null` is the error screen), and scripts. */
export type InlineTexts = { stylesOf: (page: PageId | null) => string[]; scripts: string[] }

export type SecurityOptions = {
  https: boolean
  /** Vite's own client needs its socket and its style elements. */
  development: boolean
  /** The contact form loads Google's script; any page can lead there without a page load. */
  recaptcha: boolean
  /** The addresses under which embedded pages may lie. */
  frameSources: readonly string[]
  inlineTexts: InlineTexts
}

/** Features that neither a page of this site nor a frame within it uses. */
const unusedFeatures = (
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer microphone ' +
  'midi payment publickey-credentials-get screen-wake-lock serial usb'
).split(' ')
const permissions = unusedFeatures.map((feature) => `${feature}=()`).join()

/**
 * Security headers of every answer. A page's policy is static: elements with style or script in them are known by their hashes,
 * hence no nonce, so a page is stored and compressed once (docs/decisions/002-static-policy.md, 015-first-view.md,
 * 020-trusted-types.md).
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
        // Only frames a visitor asks for (docs/decisions/008-embeds-behind-a-click.md).
        frameSrc: [...frameSources, ...google, ...(recaptcha ? ['https://recaptcha.google.com/recaptcha/'] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The site's mark stands in the page; the sanitiser holds authors' pictures to this site.
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
        // Vite's own client writes HTML, and which policies Google's script makes is not documented.
        ...(development || recaptcha ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['site'] }),
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // For Internet Explorer and for Flash: 67 bytes of every document.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions)
    headers(req, res, next)
  }
}

/** Headers that browsers heed in documents alone. */
const ofDocuments = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-XSS-Protection',
]

/**
 * Keeps only the headers that a script, a style sheet, a font or an icon needs: a page loads several at once, and over HTTP/1.1
 * each would carry 2 KB of policy for documents. Opened as a document, it may do nothing.
 */
export function setFileHeaders(res: Response): void {
  for (const name of ofDocuments) res.removeHeader(name)
  res.setHeader('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'")
}

/** The hashes of the styles that an address may show: a page's own and the error screen's; elsewhere, as in a preview, any page's. */
function hashesByPage(stylesOf: InlineTexts['stylesOf']): (page: PageId | undefined) => string {
  const hashesOf = (pages: readonly (PageId | null)[]) => [...new Set(pages.flatMap(stylesOf).map(sourceHash))]
  const own = new Map(pageIds.map((page) => [page, hashesOf([page, null]).join(' ')]))
  const all = hashesOf([...pageIds, null]).join(' ')
  return (page) => (page && own.get(page)) ?? all
}

/** An inline text as the policy names it (CSP Level 3, "hash-source"). */
function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
