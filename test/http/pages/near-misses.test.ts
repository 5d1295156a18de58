import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'
import { textIn } from '../support/texts.ts'

const strategy = { id: 't9', slug: 'strategy', name: 'Strategy' }
const both = [fakePost('loi-25'), fakePost('law-25', { tags: [tags.en, strategy] })]
const { site } = await shareSiteWithGhost(both)
for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)

const pages = '/blog/loi-25 /en/blog/law-25 /contact /en/contact /en /blog/tag/strategie /blog/author/camille'.split(
  ' ',
)
const strayEnds =
  '. , ) ): ! " \' * %29 %20 %0A %C2%A0 %E2%80%8B %E2%80%A6 %C2%BB %E2%80%99) $ %C2%AE %00 %C2%AD %E2%80%8F %E2%81%A0 %EF%BB%BF %EF%BF%BC /) /%3Fa ' +
  '%3Futm_source=x %26b=c &utm_source=a/b %23part'

it.each(strayEnds.split(' '))('redirects pages and articles that are followed by %s', async (end) => {
  for (const page of pages) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await rawRequest(site.url, `${page}${end}?c=d`, { method })
      expect([page, status, headers.location]).toEqual([page, 301, `${page}?c=d`])
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60')
      expect(headers['set-cookie']).toBeUndefined()
    }
  }
})

const unknown =
  '/blog/unknown. /nothing) /blog/.. /blog/%2e /. /contact/.. /blog/law-25. /Contact. /blog/loi-25.x /blog/loi-25._ ' +
  `//evil.example) /\\evil.example. /${'.'.repeat(8000)}a`

it.each(unknown.split(' '))('answers %.40s with 404', async (path) => {
  expect((await rawRequest(site.url, path)).status).toBe(404)
})

it('redirects no other method', async () => {
  expect((await request(site.app).post('/contact)')).status).toBe(404)
  expect((await request(site.app).post('/blog/loi-25)')).status).toBe(405)
})

it('waits for the list of an article, and makes no call for another path', async () => {
  const { ghost, site: cold } = await startSiteWithGhost(both)
  await request(cold.app).get('/loi-25').expect(404)
  expect(ghost.calls).toEqual([])
  await request(cold.app).get('/en/blog/law-25.').expect(301).expect('Location', '/en/blog/law-25')
})

it.each([
  ['/Contact', '', '/contact', 'nav.contact', null],
  ['/EN/Contact', '', '/en/contact', 'nav.contact', 'en'],
  ['/en/CONTACT.', '', '/en/contact', 'nav.contact', null],
  ['/Security/Architecture', 'en', '/en/security/architecture', 'nav.architecture', null],
  ['/loi-25/', '', '/blog/loi-25', 'Titre de loi-25', null],
  ['/loi-25/amp/', '', '/blog/loi-25', 'Titre de loi-25', null],
  ['/2026/11/loi-25', '', '/blog/loi-25', 'Titre de loi-25', null],
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

it('repeats nothing of the request, and renders one document for all near misses of a page', async () => {
  const texts = await Promise.all(
    ['/CONTACT', '/Contact%3C%3E', '/CoNtAcT"'].map((path) => request(site.app).get(path)),
  )
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
})
