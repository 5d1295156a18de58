import request from 'supertest'
import { expect, it } from 'vitest'
import { feedPaths } from '../../../server/feeds/feeds.ts'
import { healthPaths } from '../../../server/health.ts'
import { localise } from '../../../shared/language.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'
import { graphOf } from '../support/structured-data.ts'
import { textIn } from '../support/texts.ts'

const errorTitle = 'Unexpected Application Error'
const errorOfType = (type: string) => ({ errors: [{ message: expect.any(String), type }] })

const { ghost, site } = await shareSiteWithGhost(posts)

/** The answer to a path as it is written, of a document or JSON. */
async function ask(path: string, method = 'GET') {
  const { status, headers, body } = await rawRequest(site.url, path, { method, headers: { Accept: 'text/html' } })
  return { status, headers, html: body.toString() }
}

it.each([
  { path: '/nothing', cookie: '', language: 'fr', home: '/' },
  { path: '/en/nothing', cookie: '', language: 'en', home: '/en' },
  { path: '/nothing', cookie: 'i18next=en', language: 'en', home: '/en' },
  { path: '/AI', cookie: '', language: 'fr', home: '/', near: ['/ai'] },
  { path: '/index.html', cookie: '', language: 'fr', home: '/' },
  { path: '/en/sitemap.xml', cookie: '', language: 'en', home: '/en' },
  { path: '/__proto__', cookie: '', language: 'fr', home: '/' },
] as const)('answers $path with cookie $cookie with the error screen, and links home to $home', async (row) => {
  const { text, status, type } = await request(site.app).get(row.path).set('Cookie', row.cookie)
  expect([status, type]).toEqual([404, 'text/html'])
  const t = (key: string) => textIn(row.language, 'common', `error.${key}`)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([t('notFound.title')])
  // The label is the same in both languages.
  const [label] = elements(text, 'p').filter((paragraph) => paragraph.text === errorTitle)
  expect(label?.attributes.lang).toBe('en')
  const { meta, ...head } = headOf(text)
  expect(head).toMatchObject({ language: row.language, canonical: [] })
  expect([meta.robots, meta['og:image:alt']]).toEqual(['noindex', undefined])
  expect(meta['og:image']).toBe(`${site.url}/share/${row.language}-home.png`)
  expect(graphOf(text).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
  const ways = elements(text, 'a').filter((link) => link.text === t('home'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([row.home])
  const [main] = elements(text, 'main')
  const links = elements(main?.inner ?? '', 'a').map(({ attributes }) => attributes.href)
  expect(links).toEqual(
    [...(row.near ?? []), '/ai', '/archiving', '/security/architecture', '/security/vulnerability', '/blog', '/'].map(
      (path) => localise(path, row.language),
    ),
  )
})

it.each([
  ...['/%', '/blog/%ff', '/media/content/images/%ff.png', '/fr/%', '/%/', '/fr/blog/%ff/'],
  ...['/en/%', '/en/blog/%ff'],
])('answers the broken encoding of %s with 400 and the error screen, without calling Ghost', async (path) => {
  const calls = ghost.calls.length
  const { status, headers, html } = await ask(path)
  const language = path.startsWith('/en') ? 'en' : 'fr'
  expect(status).toBe(400)
  for (const words of [errorTitle, textIn(language, 'refusals', 'badRequest.title')])
    expect(textOf(html)).toContain(words)
  expect(headOf(html)).toMatchObject({ language, meta: { robots: 'noindex' } })
  expect(headers['cache-control']).toBe('no-store')
  for (const name of ['location', 'set-cookie']) expect(headers).not.toHaveProperty(name)
  expect(ghost.calls).toHaveLength(calls)
})

it('answers broken encoding in the API with JSON', async () => {
  const { status, html } = await ask('/api/posts/%ff?lang=fr')
  expect([status, JSON.parse(html)]).toEqual([400, errorOfType('BadRequestError')])
})

// Each path has its own route or none. `programs` read JSON.
const forPrograms = ['/api/posts', '/api/posts/un-article', '/api/search', ...feedPaths, ...Object.values(healthPaths)]
const readOnly = [
  ...['/ai', '/en/ai', '/en/blog/an-article', '/blog/un-article/', '/fr/ai', '/favicon.svg', '/robots.txt'],
  ...['/media/content/images/a.png', '/api/contact/check', '/api/newsletter/check', ...forPrograms],
].map((path) => ({ path, allow: 'GET, HEAD' }))
const posted = ['/api/contact', '/api/newsletter', '/language'].map((path) => ({ path, allow: 'POST' }))
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

it.each([...readOnly, ...posted])('answers every method except $allow at $path with 405', async ({ path, allow }) => {
  for (const method of methods.filter((name) => !allow.split(', ').includes(name))) {
    const { status, headers, html } = await ask(path, method)
    expect([method, status, headers.allow, headers.location]).toEqual([method, 405, allow, undefined])
    expect(headers['cache-control']).toBe('no-store')
    if (forPrograms.includes(path)) expect(JSON.parse(html)).toEqual(errorOfType('MethodNotAllowedError'))
  }
})

it.each(['fr', 'en'] as const)('answers a wrong method on a page with the error screen in %s', async (language) => {
  const { html } = await ask(localise('/ai', language), 'POST')
  expect(headOf(html).language).toBe(language)
  for (const words of [errorTitle, textIn(language, 'refusals', 'methodNotAllowed.title')])
    expect(textOf(html)).toContain(words)
})

it('answers a wrong method on a built file with 405', async () => {
  const script = elements((await request(site.app).get('/ai')).text, 'script')[0]?.attributes['data-entry']
  const file = await request(site.app).delete(script ?? '')
  expect([file.status, file.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

it.each(['/nothing', '/nothing/', '/en/nothing/', '/AI/'])(
  'answers a wrong method on the unknown page %s with 404',
  async (path) => {
    expect((await ask(path, 'POST')).status).toBe(404)
  },
)

it.each(['/api', '/api/nothing', '/api/posts/un/deux', '/webhooks/ghost', '/webhooks/other'])(
  'answers %s, unknown to the API, with 404 as JSON',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, html } = await ask(path, method)
      expect([method, status, JSON.parse(html)]).toEqual([method, 404, errorOfType('NotFoundError')])
    }
  },
)

// A browser resolves dots first. Other clients may send them.
const dots = ['/blog/..', '/blog/.', '/blog/%2e%2e', '/blog/%2E', '/blog/a\\b', '/en/blog/..', '/en/blog/%2e%2e']

it.each(dots)('answers %s with 404, and the next unknown article too', async (path) => {
  const language = path.startsWith('/en') ? 'en' : 'fr'
  const [first, next] = [await ask(path), await ask(localise('/blog/unknown', language))]
  expect([first.status, headOf(first.html).meta.robots, next.status]).toEqual([404, 'noindex', 404])
  expect(textOf(next.html)).toContain(textIn(language, 'blog', 'notFound.description'))
  expect(graphOf(next.html).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
})
