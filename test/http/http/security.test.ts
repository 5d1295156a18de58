import { CspEvaluator } from 'csp_evaluator'
import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { rawRequest } from '../support/raw-request.ts'
import { documentHeaders } from '../support/security-headers.ts'

const https = { SITE_URL: 'https://www.site.example' }
const { site } = await shareSiteWithGhost(posts, { ...https, GHOST_WEBHOOK_SECRET: 'the webhook’s secret' })

/** Headers of a picture of this site, which other sites show and which is no document. */
const picture = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
/** Headers of files that other sites show. */
const embeddable = { ...documentHeaders, 'cross-origin-resource-policy': 'cross-origin' }
/** Headers of files that programs of other sites read, such as feed readers in a browser. */
const readable = { ...embeddable, 'access-control-allow-origin': '*' }
const held = { 'If-None-Match': '*' }
const json = { 'Content-Type': 'application/json' }

// Refusals of odd requests are checked beside them.
it.each<{ expected: object; requests: string[]; headers?: Record<string, string> }>([
  {
    expected: documentHeaders,
    requests: [
      ...['GET /blog/un-article 200', 'HEAD /archiving 200', 'GET /nothing 404', 'POST /ai 405', 'GET /fr/ai 302'],
      ...['GET /assets/nothing.js 404', 'GET /media/elsewhere 404', 'GET /api/posts?lang=fr 200', 'GET /api/posts 400'],
      ...['GET /api/posts/un-article?lang=fr 200', 'GET /api/posts/nothing?lang=fr 404', 'GET /blog?q=titre 200'],
      ...['GET /api/search?lang=fr&q=titre 200', 'GET /api/contact/check 200', 'GET /healthz 200'],
      'GET /preview/4e0a3b9c-8a3f-4d53-a3c4-1a2b3c4d5e6f 404',
      'POST /media/content/images/photo.png 405',
    ],
  },
  { expected: documentHeaders, requests: ['GET /about 304'], headers: held },
  { expected: documentHeaders, requests: ['POST /webhooks/ghost 401'], headers: json },
  { expected: documentHeaders, requests: ['POST /api/newsletter 403'], headers: { 'Sec-Fetch-Site': 'cross-site' } },
  { expected: picture, requests: ['GET /favicon.svg 200', 'GET /share/fr-home.png 200'] },
  { expected: picture, requests: ['GET /share/fr-home.png 304'], headers: held },
  { expected: embeddable, requests: ['GET /media/content/images/photo.png 200', 'GET /media/content/files/a.pdf 404'] },
  {
    expected: readable,
    requests: ['rss.xml', 'feed.json', 'opensearch.xml', 'sitemap.xml', 'robots.txt', '.well-known/security.txt'].map(
      (path) => `GET /${path} 200`,
    ),
  },
])('sends all security headers with $requests', async ({ expected, requests, headers }) => {
  for (const given of requests) {
    const [method, path = '', status] = given.split(' ')
    // The first response is made, the second comes from the cache, the third by the fast path.
    for (const _time of ['first', 'second', 'third']) {
      const answer = await rawRequest(site.url, path, { method, headers })
      expect([given, answer.status]).toEqual([given, Number(status)])
      expect(answer.headers, given).toMatchObject(expected)
      for (const name of ['x-powered-by', 'server']) expect(answer.headers, given).not.toHaveProperty(name)
      if (expected !== readable) expect(answer.headers, given).not.toHaveProperty('access-control-allow-origin')
    }
  }
})

it('sends all security headers if the site or Ghost fails', async () => {
  const now = () => {
    throw new Error('the clock is broken')
  }
  await using broken = await startSite(https, { now, uptime: () => performance.now() })
  const { ghost, site } = await startSiteWithGhost(posts, https)
  ghost.state.behaviour = 'answers 500'
  const answers = [await rawRequest(broken.url, '/ai')]
  for (const path of ['/blog', '/blog/un-article', '/api/posts?lang=fr']) answers.push(await rawRequest(site.url, path))
  expect(answers.map(({ status }) => status)).toEqual([500, 200, 503, 503])
  for (const { headers } of answers) expect(headers).toMatchObject(documentHeaders)
})

const policy = [
  ...["base-uri 'none'", "connect-src 'self'", "default-src 'none'", "font-src 'self'", "form-action 'self'"],
  ...["frame-ancestors 'none'", "img-src 'self' data:", "manifest-src 'self'", "media-src 'self'", "script-src 'self'"],
  "style-src 'self'",
  // Frames that an author may embed and a visitor may then open: paths if possible, not whole sites.
  [
    'frame-src https://www.youtube-nocookie.com/embed/ https://player.vimeo.com/video/ https://open.spotify.com/embed/',
    'https://w.soundcloud.com/player/ https://embed.podcasts.apple.com/ https://bandcamp.com/EmbeddedPlayer/',
    'https://codepen.io/ https://www.openstreetmap.org/export/ https://www.google.com/maps/',
    'https://platform.twitter.com/embed/ https://www.instagram.com/ https://www.tiktok.com/embed/',
  ].join(' '),
  ...["require-trusted-types-for 'script'", 'trusted-types site'],
]
const everyKind = ['/', '/en/blog', '/nothing', '/%', '/fr', '/ai/', '/api/posts?lang=fr', '/api/nothing', '/healthz']

it.each([
  { siteUrl: 'http://www.site.example', more: [], transport: undefined },
  { siteUrl: https.SITE_URL, more: ['upgrade-insecure-requests'], transport: 'max-age=63072000; includeSubDomains' },
])('sends its policy with each response at $siteUrl, transport: $transport', async ({ siteUrl, more, transport }) => {
  await using site = await startSite({ SITE_URL: siteUrl })
  for (const path of everyKind) {
    const { headers } = await rawRequest(site.url, path)
    const sent = String(headers['content-security-policy']).replaceAll(/ 'sha256-[\w+/]{43}='/g, '')
    const directives = sent.split(';').map((directive) => directive.trim())
    expect([path, directives.toSorted()]).toEqual([path, [...policy, ...more].toSorted()])
    expect(headers['strict-transport-security']).toBe(transport)
  }
})

it.each<{ name: string; env: Record<string, string>; trustedTypes: boolean }>([
  { name: 'the built-in bot check', env: {}, trustedTypes: true },
  // Google's script makes policies of its own.
  { name: 'reCAPTCHA', env: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }, trustedTypes: false },
])('has a policy in which Google’s evaluator finds nothing, with $name', async ({ env, trustedTypes }) => {
  await using site = await startSite({ ...env, ...https })
  const policy = String((await rawRequest(site.url, '/')).headers['content-security-policy'])
  expect(policy.includes('trusted-types')).toBe(trustedTypes)
  const findingsIn = (text: string) => new CspEvaluator(new CspParser(text).csp).evaluate().filter(isRelevant)
  expect(findingsIn(policy)).toEqual([])
  const weak = policy.replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline'")
  expect(findingsIn(weak).map(({ type }) => type)).toContain(Type.SCRIPT_UNSAFE_INLINE)
})

/**
 * The evaluator warns of each allowed host ("make sure that this URL doesn't serve JSONP or Angular"). This site serves neither,
 * authors' uploads cannot run, and Google's two paths hold its bot check alone.
 */
function isRelevant({ type, severity }: Finding): boolean {
  return !(type === Type.SCRIPT_ALLOWLIST_BYPASS && severity === Severity.MEDIUM_MAYBE)
}
