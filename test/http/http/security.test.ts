import { CspEvaluator } from 'csp_evaluator'
import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { rawRequest } from '../support/raw-request.ts'

const policy = [
  ...["base-uri 'none'", "connect-src 'self'", "default-src 'none'", "font-src 'self'", "form-action 'self'"],
  ...["frame-ancestors 'none'", "img-src 'self' data:", "manifest-src 'self'", "media-src 'self'", "script-src 'self'"],
  "style-src 'self'",
  // Frames that an author may embed and a visitor may open. If possible, paths instead of whole sites.
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
  { siteUrl: 'http://www.site.example', expected: policy, transport: undefined },
  {
    siteUrl: 'https://www.site.example',
    expected: [...policy, 'upgrade-insecure-requests'],
    transport: 'max-age=63072000; includeSubDomains',
  },
])('sends its policy with each answer at $siteUrl, transport: $transport', async ({ siteUrl, expected, transport }) => {
  await using site = await startSite({ SITE_URL: siteUrl })
  for (const path of everyKind) {
    const { headers } = await rawRequest(site.url, path)
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim())
    const withoutHashes = directives.map((directive) => directive.replace(/ 'sha256-[\w+/]{43}='/g, ''))
    expect([path, withoutHashes.toSorted()]).toEqual([path, expected.toSorted()])
    // The other headers: security-headers.test.ts.
    expect(headers['strict-transport-security']).toBe(transport)
  }
})

const botCheck: Record<string, string> = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }

it.each([
  { name: 'as it is', env: {}, trustedTypes: true },
  // Google's script creates policies of its own.
  { name: 'with Google’s bot check', env: botCheck, trustedTypes: false },
])('has a policy, $name, in which Google’s evaluator finds nothing', async ({ env, trustedTypes }) => {
  await using site = await startSite({ ...env, SITE_URL: 'https://www.site.example' })
  const policy = (await request(site.app).get('/')).get('Content-Security-Policy') ?? ''
  expect(policy.includes('trusted-types')).toBe(trustedTypes)
  const { csp } = new CspParser(policy)
  expect(new CspEvaluator(csp).evaluate().filter(isFound)).toEqual([])
  // The evaluator does find a weak policy.
  const weak = new CspParser(policy.replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline'"))
  const found = new CspEvaluator(weak.csp).evaluate().filter(isFound)
  expect(found.map(({ type }) => type)).toContain(Type.SCRIPT_UNSAFE_INLINE)
})

/**
 * The evaluator warns about every host ("make sure that this URL doesn't serve JSONP or Angular"). This site
 * serves neither, authors' uploads cannot run (see the next test), and Google's two paths have only its bot check.
 */
function isFound({ type, severity }: Finding): boolean {
  return !(type === Type.SCRIPT_ALLOWLIST_BYPASS && severity === Severity.MEDIUM_MAYBE)
}

const { ghost, site } = await shareSiteWithGhost()
const asBytes = (given: string) => ({ given, sent: 'application/octet-stream' })

it.each([
  ...['text/javascript', 'application/x-ecmascript', 'text/css', 'application/wasm'].map(asBytes),
  ...['application/json', 'text/xml'].map(asBytes),
  { given: 'application/pdf', sent: 'application/pdf' },
])('sends a file of a post that is $given as $sent', async ({ given, sent }) => {
  const path = `/content/files/${given.replace('/', '-')}`
  ghost.state.pictures[path] = (_req, res) => void res.writeHead(200, { 'Content-Type': given }).end('a()')
  const answer = await request(site.app).get(`/media${path}`)
  expect([answer.status, answer.get('Content-Type')]).toEqual([200, sent])
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment;/),
  })
})
