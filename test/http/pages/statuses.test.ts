import request from 'supertest'
import { expect, it } from 'vitest'
import { feedPaths } from '../../../server/feeds/feeds.ts'
import { healthPaths } from '../../../server/health.ts'
import { localise } from '../../../shared/language.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'
import { textIn } from '../support/texts.ts'

const errorTitle = 'Unexpected Application Error'

// Refusals change nothing, so the tables share a site. Tests without calls to Ghost have a Ghost of their own.
const { site } = await shareSiteWithGhost(posts)
const { ghost: unasked, site: unaskedSite } = await shareSiteWithGhost()

// See shared/site-map.test.ts for other addresses without page.
it.each([
  { path: '/nothing', cookie: '', language: 'fr', home: '/' },
  { path: '/en/nothing', cookie: '', language: 'en', home: '/en' },
  { path: '/nothing', cookie: 'i18next=en', language: 'en', home: '/en' },
  { path: '/AI', cookie: '', language: 'fr', home: '/', near: ['/ai'] },
  { path: '/index.html', cookie: '', language: 'fr', home: '/' },
  { path: '/en/sitemap.xml', cookie: '', language: 'en', home: '/en' },
  { path: '/__proto__', cookie: '', language: 'fr', home: '/' },
] as const)('answers $path with cookie $cookie with the error screen, and a way home to $home', async (row) => {
  const answer = await request(site.app).get(row.path).set('Cookie', row.cookie)
  expect(answer.status).toBe(404)
  expect(answer.get('Content-Type')).toContain('text/html')
  expect(elements(answer.text, 'h1').map(({ text }) => text)).toEqual([
    textIn(row.language, 'common', 'error.notFound.title'),
  ])
  expect(textOf(answer.text)).toContain(errorTitle)
  expect(headOf(answer.text)).toMatchObject({ language: row.language, canonical: [], meta: { robots: 'noindex' } })
  const ways = elements(answer.text, 'a').filter(({ text }) => text === textIn(row.language, 'common', 'error.home'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([row.home])
  const [main] = elements(answer.text, 'main')
  const links = elements(main?.inner ?? '', 'a').map(({ attributes }) => attributes.href)
  expect(links).toEqual(
    [...(row.near ?? []), '/ai', '/archiving', '/security/architecture', '/security/vulnerability', '/blog', '/'].map(
      (path) => localise(path, row.language),
    ),
  )
})

it.each([
  { path: '/%', language: 'fr' },
  { path: '/blog/%ff', language: 'fr' },
  { path: '/en/%', language: 'en' },
  { path: '/en/blog/%ff', language: 'en' },
  { path: '/media/content/images/%ff.png', language: 'fr' },
])('answers the broken encoding of $path with 400 and the error screen', async ({ path, language }) => {
  const { status, body, headers } = await rawRequest(unaskedSite.url, path)
  const html = body.toString('utf8')
  expect(status).toBe(400)
  expect(textOf(html)).toContain(errorTitle)
  expect(headOf(html)).toMatchObject({ language, meta: { robots: 'noindex' } })
  expect(headers['cache-control']).toBe('no-store')
  expect(unasked.calls).toEqual([])
})

it.each(['/fr/%', '/%/', '/fr/blog/%ff/'])('redirects the broken encoding of %s nowhere', async (path) => {
  const { status, headers } = await rawRequest(site.url, path)
  expect(status).toBe(400)
  expect(headers.location).toBeUndefined()
  expect(headers['set-cookie']).toBeUndefined()
})

it('answers programs with JSON', async () => {
  const { status, body } = await rawRequest(site.url, '/api/posts/%ff?lang=fr')
  expect(status).toBe(400)
  expect(JSON.parse(body.toString())).toEqual({ errors: [{ message: expect.any(String), type: 'BadRequestError' }] })
})

// Each path is its own route, or unknown. See server/i18n/language.test.ts for the URLs of pages.
const readOnly = [
  ...['/ai', '/en/blog/an-article', '/blog/un-article/', '/fr/ai', '/api/posts', '/api/posts/un-article'],
  ...['/robots.txt', '/healthz', '/readyz', '/favicon.svg', '/media/content/images/a.png'],
  ...['/api/contact/check', '/api/newsletter/check'],
].map((path) => ({ path, allow: 'GET, HEAD' }))
const posted = ['/api/contact', '/api/newsletter', '/language'].map((path) => ({ path, allow: 'POST' }))
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

it.each([...readOnly, ...posted])('answers every method at $path but $allow with 405 and Allow', async (row) => {
  for (const method of methods.filter((name) => !row.allow.split(', ').includes(name))) {
    const { status, headers } = await rawRequest(site.url, row.path, { method })
    expect([method, status, headers.allow, headers.location]).toEqual([method, 405, row.allow, undefined])
    expect(headers['cache-control']).toBe('no-store')
  }
})

it('says on the error screen what is wrong with the request', async () => {
  const wordsOf = async (path: string, method?: string) =>
    textOf((await rawRequest(site.url, path, { method })).body.toString())
  const words = [await wordsOf('/nothing'), await wordsOf('/%'), await wordsOf('/ai', 'POST')]
  const said = [
    textIn('fr', 'common', 'error.notFound.title'),
    textIn('fr', 'refusals', 'badRequest.title'),
    textIn('fr', 'refusals', 'methodNotAllowed.title'),
  ]
  expect(words.map((text) => said.filter((sentence) => text.includes(sentence)))).toEqual(said.map((one) => [one]))
})

it.each([...feedPaths, ...Object.values(healthPaths), '/api/posts', '/api/search'])(
  'answers a wrong method at %s, which is for programs, with JSON',
  async (path) => {
    const answer = await request(site.app).post(path).set('Accept', 'text/html')
    expect([answer.status, answer.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'MethodNotAllowedError' }] })
  },
)

it('answers a wrong method on an unknown path with 404, with or without a slash', async () => {
  for (const path of ['/nothing', '/nothing/', '/en/nothing/', '/AI/'])
    expect((await request(site.app).post(path)).status, path).toBe(404)
})

it('answers a wrong method on a page with the error screen, on a built file with its Allow', async () => {
  const page = await request(site.app).post('/en/ai')
  expect(page.status).toBe(405)
  expect(textOf(page.text)).toContain(errorTitle)
  expect(headOf(page.text).language).toBe('en')
  const script = elements((await request(site.app).get('/ai')).text, 'script')[0]?.attributes['data-entry']
  const file = await request(site.app).delete(script ?? '')
  expect([file.status, file.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

it.each(['get', 'post', 'delete'] as const)('answers %s to an unknown address of the API with JSON', async (method) => {
  for (const path of ['/api', '/api/nothing', '/api/posts/un/deux', '/webhooks/ghost', '/webhooks/other']) {
    const answer = await request(site.app)[method](path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
  }
})

// A browser resolves dots first. Other clients may send them.
const dots = ['/blog/..', '/blog/.', '/blog/%2e%2e', '/blog/%2E', '/blog/a\\b', '/en/blog/..', '/en/blog/%2e%2e']

it.each(dots)('answers %s with 404, and the next unknown article as usual', async (path) => {
  const { site } = await startSiteWithGhost()
  const language = path.startsWith('/en') ? 'en' : 'fr'
  const first = await rawRequest(site.url, path)
  const next = await request(site.app).get(language === 'en' ? '/en/blog/unknown' : '/blog/unknown')
  expect(first.status).toBe(404)
  expect(headOf(first.body.toString()).meta.robots).toBe('noindex')
  expect(next.status).toBe(404)
  expect(textOf(next.text)).toContain(textIn(language, 'blog', 'notFound.description'))
})
