import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { elements, headOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'
import { textIn } from '../support/texts.ts'

const strategy = { id: 't9', slug: 'strategy', name: 'Strategy' }
const ghost = await startFakeGhost([])
afterAll(() => ghost[Symbol.asyncDispose]())
ghost.state.posts = [
  fakePost('loi-25'),
  fakePost('law-25', { tags: [tags.en, strategy] }),
  fakePost('dated', { url: `${ghost.url}/2026/11/dated/`, tags: [tags.en] }),
]
const site = await shareSite(ghost.env)
for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)

async function expectRedirect(page: string, end: string, method: 'GET' | 'HEAD') {
  const { status, headers } = await rawRequest(site.url, `${page}${end}?c=d`, { method })
  expect([end, status, headers.location]).toEqual([end, 301, `${page}?c=d`])
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60')
  expect(headers['set-cookie']).toBeUndefined()
}

const strayEnds =
  '. , ) ): ! " \' * %29 %20 %0A %C2%A0 %E2%80%8B %E2%80%A6 %C2%BB %E2%80%99) $ %C2%AE %00 %C2%AD %E2%80%8F %E2%81%A0 %EF%BB%BF %EF%BF%BC /) /%3Fa ' +
  '%3Futm_source=x %26b=c &utm_source=a/b %23part'

it.each(['/contact', '/blog/loi-25'])('redirects %s with a stray end to the path without it', async (page) => {
  for (const end of strayEnds.split(' ')) await expectRedirect(page, end, 'GET')
})

const otherPages = '/en/blog/law-25 /en/contact /en /blog/tag/strategie /blog/author/camille'

it.each(otherPages.split(' '))('redirects %s with a stray end to the path without it', async (page) => {
  for (const method of ['GET', 'HEAD'] as const) await expectRedirect(page, '%29', method)
})

const unknown =
  '/blog/unknown. /nothing) /blog/.. /blog/%2e /. /contact/.. /blog/law-25. /Contact. /blog/loi-25.x /blog/loi-25._ ' +
  `//evil.example) /\\evil.example. /${'.'.repeat(8000)}a`

it.each(unknown.split(' '))('answers %.40s with 404', async (path) => {
  expect((await rawRequest(site.url, path)).status).toBe(404)
})

it('redirects GET and HEAD only', async () => {
  await request(site.app).post('/contact)').expect(404)
  await request(site.app).post('/blog/loi-25)').expect(405)
})

it('waits for the list if an article’s path has a stray end, and for no other path', async () => {
  await using cold = await startSite(ghost.env)
  const calls = ghost.calls.length
  await request(cold.app).get('/loi-25').expect(404)
  expect(ghost.calls).toHaveLength(calls)
  await request(cold.app).get('/en/blog/law-25.').expect(301).expect('Location', '/en/blog/law-25')
})

it.each([
  ['/Contact', '', '/contact', 'nav.contact', null],
  ['/EN/Contact', '', '/en/contact', 'nav.contact', 'en'],
  ['/en/CONTACT.', '', '/en/contact', 'nav.contact', null],
  ['/Security/Architecture', 'en', '/en/security/architecture', 'nav.architecture', null],
  ['/loi-25/', '', '/blog/loi-25', 'Titre de loi-25', null],
  ['/en/law-25', '', '/en/blog/law-25', 'Titre de law-25', null],
  ['/law-25)', '', '/en/blog/law-25', 'Titre de law-25', 'en'],
  ['/loi-25', 'en', '/fr/blog/loi-25', 'Titre de loi-25', 'fr'],
  ['/Blog/LOI-25', '', '/blog/loi-25', 'Titre de loi-25', null],
  ['/blog/LOI-25', '', '/blog/loi-25', 'Titre de loi-25', null],
  ['/blog/law-25', '', '/en/blog/law-25', 'Titre de law-25', 'en'],
  ['/tag/strategy/', '', '/en/blog/tag/strategy', 'Strategy', 'en'],
  ['/blog/author/Camille', '', '/blog/author/camille', 'Camille Lefèvre', null],
])('the screen for %s, with the cookie "%s", links to %s', async (path, cookie, href, name, lang) => {
  const answer = await request(site.app).get(path).set('Cookie', `i18next=${cookie}`).redirects(1)
  expect([answer.status, answer.get('Cache-Control')]).toEqual([404, 'public, max-age=0, s-maxage=60'])
  const { language, meta } = headOf(answer.text)
  const named = href.startsWith('/en') ? 'en' : 'fr'
  expect(meta.robots).toBe('noindex')
  const [main] = elements(answer.text, 'main')
  const near = elements(main?.inner ?? '', 'a').find(({ attributes }) => attributes.href === href)
  expect(near?.text).toBe(name.startsWith('nav.') ? textIn(named, 'common', name) : name)
  expect(near?.attributes.lang ?? null).toBe(lang === language ? null : lang)
})

it('repeats nothing of the request, and renders one document for all misspelled paths', async () => {
  const texts = await Promise.all(
    ['/CONTACT', '/Contact%3C%3E', '/CoNtAcT"'].map((path) => request(site.app).get(path)),
  )
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
})

it.each([
  ['/loi-25/', '', '/blog/loi-25'],
  ['/loi-25/', 'en', '/fr/blog/loi-25'],
  ['/loi-25', '', '/blog/loi-25'],
  ['/Loi-25/', '', '/blog/loi-25'],
  ['/loi-25/?attribution_id=65a1&attribution_type=post', '', '/blog/loi-25'],
  ['/law-25/', '', '/en/blog/law-25'],
  ['/law-25/', 'en', '/en/blog/law-25'],
  ['/2026/11/dated/', '', '/en/blog/dated'],
  ['/dated/', '', '/en/blog/dated'],
  ['/2026/11/DATED/amp/', '', '/en/blog/dated'],
  ['/2025/01/31/loi-25/', '', '/blog/loi-25'],
  ['/loi-25/amp/', '', '/blog/loi-25'],
  ['/tag/strategy/page/2/', '', '/en/blog/tag/strategy'],
  ['/tag/strategy/rss/', 'en', '/en/rss.xml'],
  ['/author/camille/', 'en', '/en/blog/author/camille'],
  ['/sitemap-posts.xml', '', '/sitemap.xml'],
  ['/page/2/', '', '/blog'],
  ['/tag/strategy/', '', '/en/blog/tag/strategy'],
  ['/rss/', '', '/rss.xml'],
  ['/contact/', 'en', '/en/contact'],
  ['/contact/', '', '/contact'],
  ['/', '', '/blog'],
  ['', 'en', '/en/blog'],
  ['/not-there/', '', '/blog'],
  ['/tag/not-there/', 'en', '/en/blog'],
  ['/p/89061c0b-db14-4f8b-b82d-eafdf8432cad/', '', '/blog'],
  ['//evil.example/', '', '/blog'],
  ['/a%0d%0ab/', '', '/blog'],
])('redirects from Ghost’s %s, with the cookie "%s", to %s', async (path, language, expected) => {
  const cookie: Record<string, string> = language === '' ? {} : { Cookie: `i18next=${language}` }
  const answer = await request(site.app).get(`/from-ghost${path}`).set(cookie)
  expect([answer.status, answer.get('Location')]).toEqual([302, expected])
  expect(answer.get('Cache-Control')).toBe('no-store')
})

it('redirects to the path of an article while Ghost does not answer', async () => {
  await using away = await startFakeGhost([])
  away.state.behaviour = 'answers 500'
  await using cold = await startSite(away.env)
  await request(cold.app).get('/from-ghost/loi-25/').expect(302).expect('Location', '/blog/loi-25')
})
