import request from 'supertest'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { headOf } from '../support/html.ts'

const cacheControl = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600'
const { site } = await shareSiteWithGhost(posts, { POSTS_TTL_SECONDS: '30', POSTS_STALE_SECONDS: '600' })
// Some pages show more once both lists are in memory.
for (const lang of ['fr', 'en']) await request(site.app).get(`/api/posts?lang=${lang}`)
// Form tokens, and so pages, change on the hour.
const unaging = await shareSite({}, () => Date.parse('2026-11-20T12:00:00Z'))

/** The part of `Cache-Status` that is about the page. */
const pageStatus = (answer: request.Response) => answer.get('Cache-Status')?.split(', ').at(-1)

const year = String(365 * 24 * 3600)

it.each([
  { path: '/about', lifetime: `s-maxage=3600, stale-while-revalidate=60, stale-if-error=${year}` },
  // A form token is valid for two days.
  { path: '/contact', lifetime: `s-maxage=3600, stale-while-revalidate=60, stale-if-error=${46 * 3600}` },
])('gives $path the lifetime $lifetime if posts are kept for a year', async ({ path, lifetime }) => {
  await using site = await startSite({ POSTS_TTL_SECONDS: '3600', POSTS_STALE_SECONDS: year })
  expect((await request(site.app).get(path)).get('Cache-Control')).toBe(`public, max-age=0, ${lifetime}`)
})

const api = ['/api/posts?lang=fr', '/api/posts/un-article?lang=fr']

it.each([
  ...['/', '/en/blog/an-article', '/blog/tag/strategie', '/rss.xml', '/en/feed.json', '/sitemap.xml', '/robots.txt'],
  ...['/opensearch.xml', '/site.webmanifest', '/.well-known/security.txt', '/share/fr/un-article.png', ...api],
])('gives %s the lifetime of every shared response, also in a 304', async (path) => {
  const answer = await request(site.app).get(path).expect(200)
  const etag = answer.get('ETag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  const unchanged = await request(site.app).get(path).set('If-None-Match', etag).expect(304)
  for (const each of [answer, unchanged]) {
    expect(each.get('Cache-Control')).toBe(cacheControl)
    expect(each.get('No-Vary-Search')).toMatch(api.includes(path) ? /^key-order, params, except=\("lang"/ : /params$/)
    if (api.includes(path)) expect(each.get('Vary')).toBe('Accept-Encoding')
  }
})

it.each(['/blog/inconnu', '/api/posts/inconnu?lang=fr', '/share/fr/inconnu.png'])(
  'lets no cache serve the 404 for %s stale',
  async (path) => {
    const answer = await request(site.app).get(path).expect(404)
    expect(answer.get('Cache-Control')).toBe('public, max-age=0, s-maxage=30')
  },
)

it('sets a cookie only on responses that may not be cached', async () => {
  const cookies = ['', 'i18next=en', 'i18next=fr', 'i18next=de']
  const paths = [
    ...['/', '/ai', '/en/ai', '/blog', '/blog/un-article', '/en/contact', '/nothing', '/ai/', '/fr', '/fr/ai'],
    ...['/api/posts?lang=en', '/favicon.svg'],
  ]
  const answers = await Promise.all([
    ...paths.flatMap((path) => cookies.map((cookie) => request(site.app).get(path).set('Cookie', cookie))),
    request(site.app).post('/language').type('form').send({ lang: 'en', to: '/ai' }),
  ])
  const setting = answers.filter((answer) => answer.get('Set-Cookie') !== undefined)
  expect(setting).toHaveLength(2 * cookies.length + 1)
  for (const answer of setting) expect(answer.get('Cache-Control')).toBe('no-store')
})

it('reports in Cache-Status whether the page and its posts were cached', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  const statuses = async () => {
    const page = await request(site.app).get('/en/blog/an-article')
    const list = await request(site.app).get('/api/posts?lang=fr')
    return [page, list].map((answer) => answer.get('Cache-Status'))
  }
  expect(await statuses()).toEqual(['posts; fwd=miss, pages; fwd=miss', 'posts; fwd=miss'])
  expect(await statuses()).toEqual(['posts; hit, pages; hit', 'posts; hit'])
  now += 61_000
  expect(await statuses()).toEqual(['posts; fwd=stale, pages; hit', 'posts; fwd=stale'])
  await using uncached = await startSite({ ...ghost.env, POSTS_TTL_SECONDS: '0' })
  const absent = await request(uncached.app).get('/api/posts/inconnu?lang=fr')
  expect([absent.status, absent.get('Cache-Status')]).toEqual([404, 'posts; fwd=miss'])
  ghost.state.behaviour = 'refuses the key'
  const refused = await request(uncached.app).get('/api/posts?lang=en')
  expect([refused.status, refused.get('Cache-Status')]).toEqual([503, 'posts; fwd=miss'])
})

it('caches the languages of a URL separately, in any order of requests', async () => {
  await using twice = await startFakeGhost(posts.map((post) => ({ ...post, slug: 'un-article' })))
  await using fresh = await startSite(twice.env)
  for (const path of ['/ai', '/', '/blog/un-article', '/nothing']) {
    const languages = []
    let etag = ''
    // The fast path answers the last two. Each visitor holds the page of the one before.
    for (const cookie of ['i18next=en', '', 'i18next=en', 'i18next=fr', 'i18next=en', '']) {
      const answer = await request(fresh.url).get(path).set({ Cookie: cookie, 'If-None-Match': etag })
      etag = answer.get('ETag') ?? ''
      languages.push(headOf(answer.text).language)
    }
    expect([path, ...languages]).toEqual([path, 'en', 'fr', 'en', 'fr', 'en', 'fr'])
  }
})

it.each([
  { first: '/ai', second: '/ai?utm_source=x', status: 200 },
  { first: '/blog', second: '/blog?page=2&a=b', status: 200 },
  { first: '/blog/un-article', second: '/blog/un-article?ref=somewhere', status: 200 },
  { first: '/nothing', second: '/else/where?x', status: 404 },
  { first: '/blog/tag/invention', second: '/blog/tag/invention-2', status: 404 },
  { first: '/blog/invention', second: '/blog/invention-2', status: 404 },
  { first: '/blog/author/invention', second: '/blog/author/invention-2', status: 404 },
])('renders one page for $first and $second', async ({ first, second, status }) => {
  const { site } = await startSiteWithGhost(posts)
  const made = await request(site.app).get(first).expect(status)
  const kept = await request(site.app).get(second).expect(status)
  expect([pageStatus(made), pageStatus(kept)]).toEqual(['pages; fwd=miss', 'pages; hit'])
  expect(kept.text).toBe(made.text)
  expect(kept.text).not.toContain('invention')
})

it.each(['/contact?form=success', '/en/contact?form=invalid', '/blog?newsletter=sent'])(
  'renders %s once for all visitors, and lets no other cache store it',
  async (address) => {
    const answers = [await request(unaging.app).get(address), await request(unaging.app).get(address)]
    expect(answers.map(pageStatus)).toEqual(['pages; fwd=miss', 'pages; hit'])
    for (const answer of answers) expect(answer.get('Cache-Control')).toBe('no-store')
    expect(answers[0]?.text).toBe(answers[1]?.text)
  },
)
