import request from 'supertest'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { headOf } from '../support/html.ts'

const freshFor = { POSTS_TTL_SECONDS: '30', POSTS_STALE_SECONDS: '600' }
const cacheControl = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600'

const { site } = await shareSiteWithGhost(posts, freshFor)
// The tokens of forms change on the hour, and pages with them.
const unaging = await shareSite({}, () => Date.parse('2026-11-20T12:00:00Z'))

/** Where the page of a response came from. */
const pagesOf = (answer: request.Response) => answer.get('Cache-Status')?.split(', ').at(-1)

it('lets no cache keep the contact page longer than its form is valid', async () => {
  const year = String(365 * 24 * 3600)
  await using site = await startSite({ POSTS_TTL_SECONDS: '3600', POSTS_STALE_SECONDS: year })
  const keptBy = async (path: string) => (await request(site.app).get(path)).get('Cache-Control')
  expect(await keptBy('/about')).toBe(
    `public, max-age=0, s-maxage=3600, stale-while-revalidate=60, stale-if-error=${year}`,
  )
  const capped = `s-maxage=3600, stale-while-revalidate=60, stale-if-error=${46 * 3600}`
  expect(await keptBy('/contact')).toBe(`public, max-age=0, ${capped}`)

  await using later = await startSite({ POSTS_TTL_SECONDS: year, POSTS_STALE_SECONDS: year })
  const answer = await request(later.app).get('/contact')
  const whole = `s-maxage=${47 * 3600}, stale-while-revalidate=0, stale-if-error=0`
  expect(answer.get('Cache-Control')).toBe(`public, max-age=0, ${whole}`)
})

it.each(['/api/posts?lang=fr', '/api/posts/un-article?lang=fr'])('lets shared caches keep %s', async (path) => {
  const answer = await request(site.app).get(path)
  expect(answer.get('Cache-Control')).toBe(cacheControl)
  expect(answer.get('Vary')).toBe('Accept-Encoding')
  expect(answer.get('No-Vary-Search')).toMatch(/^key-order, params, except=\("lang"/)
  expect(answer.get('ETag')).toMatch(/^"[^"]+"$/)
})

it.each([
  ...['/', '/en/blog/an-article', '/blog/tag/strategie', '/rss.xml', '/en/feed.json', '/sitemap.xml', '/robots.txt'],
  ...['/opensearch.xml', '/site.webmanifest', '/.well-known/security.txt', '/share/fr/un-article.png'],
])('gives %s the lifetime that every shared response has, also in a 304', async (path) => {
  const answer = await request(site.app).get(path).expect(200)
  const unchanged = await request(site.app)
    .get(path)
    .set('If-None-Match', answer.get('ETag') ?? '')
    .expect(304)
  expect([answer, unchanged].map((each) => each.get('Cache-Control'))).toEqual([cacheControl, cacheControl])
  expect([answer, unchanged].map((each) => each.get('No-Vary-Search'))).toEqual([
    'key-order, params',
    'key-order, params',
  ])
})

it.each(['/blog/inconnu', '/api/posts/inconnu?lang=fr', '/share/fr/inconnu.png'])(
  'lets no cache show %s, a 404, once it is no longer fresh',
  async (path) => {
    const answer = await request(site.app).get(path).expect(404)
    expect(answer.get('Cache-Control')).toBe('public, max-age=0, s-maxage=30')
  },
)

it('sets cookies only on responses that no cache may store', async () => {
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

it.each([
  { path: '/blog', made: ', pages; fwd=miss', kept: ', pages; hit' },
  { path: '/en/blog/an-article', made: ', pages; fwd=miss', kept: ', pages; hit' },
  { path: '/api/posts?lang=fr', made: '', kept: '' },
])('says where the posts of $path came from', async ({ path, made, kept }) => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { site } = await startSiteWithGhost(posts, {}, () => now)
  const ask = async () => (await request(site.app).get(path)).get('Cache-Status')
  expect(await ask()).toBe(`posts; fwd=miss${made}`)
  expect(await ask()).toBe(`posts; hit${kept}`)
  now += 61_000
  expect(await ask()).toBe(`posts; fwd=stale${kept}`)
})

it('says for missing or unreadable posts whether Ghost was called', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' })
  const absent = await request(site.app).get('/api/posts/inconnu?lang=fr')
  expect([absent.status, absent.get('Cache-Status')]).toEqual([404, 'posts; fwd=miss'])
  ghost.state.behaviour = 'refuses the key'
  const refused = await request(site.app).get('/api/posts?lang=en')
  expect([refused.status, refused.get('Cache-Status')]).toEqual([503, 'posts; fwd=miss'])
})

it('keeps the languages of a URL apart, in any order of requests', async () => {
  await using twice = await startFakeGhost(posts.map((post) => ({ ...post, slug: 'un-article' })))
  await using fresh = await startSite(twice.env)
  for (const path of ['/ai', '/', '/blog/un-article', '/nothing']) {
    const languages = []
    // The fast path answers the last two.
    for (const cookie of ['i18next=en', '', 'i18next=en', 'i18next=fr', 'i18next=en', '']) {
      languages.push(headOf((await request(fresh.url).get(path).set('Cookie', cookie)).text).language)
    }
    expect([path, ...languages]).toEqual([path, 'en', 'fr', 'en', 'fr', 'en', 'fr'])
  }
})

it('answers 200 to a French visitor who has the English page of the same URL', async () => {
  const english = await request(site.app).get('/ai').set('Cookie', 'i18next=en')
  const french = await request(site.app)
    .get('/ai')
    .set('If-None-Match', english.get('ETag') ?? '')
  expect(french.status).toBe(200)
  expect(headOf(french.text).language).toBe('fr')
})

it.each([
  { path: '/ai', query: '?utm_source=x' },
  { path: '/blog', query: '?page=2&a=b' },
  { path: '/blog/un-article', query: '?ref=somewhere' },
  { path: '/nothing', query: '?a=1' },
])('renders no further page of $path for the query $query', async ({ path, query }) => {
  const plain = await request(site.app).get(path)
  const asked = await request(site.app).get(path + query)
  expect(asked.get('Cache-Status')).toContain('pages; hit')
  expect(asked.text).toBe(plain.text)
})

it.each([
  { what: 'pages', first: '/nothing', second: '/else/where?x' },
  { what: 'topics', first: '/blog/tag/invention', second: '/blog/tag/invention-2' },
  { what: 'articles', first: '/blog/invention', second: '/blog/invention-2' },
  { what: 'authors', first: '/blog/author/invention', second: '/blog/author/invention-2' },
])('renders one page for all missing $what', async ({ first, second }) => {
  await using site = await startSite()
  const made = await request(site.app).get(first).expect(404)
  const kept = await request(site.app).get(second).expect(404)
  expect([pagesOf(made), pagesOf(kept)]).toEqual(['pages; fwd=miss', 'pages; hit'])
  expect(kept.text).toBe(made.text)
  expect(kept.text).not.toContain('invention')
})

const outcomes = ['/contact?form=success', '/en/contact?form=invalid', '/blog?newsletter=sent']

it.each(outcomes)(
  'renders %s once for all visitors with the same outcome, and lets no other cache keep it',
  async (address) => {
    const answers = [await request(unaging.app).get(address), await request(unaging.app).get(address)]
    expect(answers.map(pagesOf)).toEqual(['pages; fwd=miss', 'pages; hit'])
    for (const answer of answers) expect(answer.get('Cache-Control')).toBe('no-store')
    expect(answers[0]?.text).toBe(answers[1]?.text)
  },
)
