import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'

const strategy = { id: 't9', slug: 'strategy', name: 'Strategy' }
const ghost = await startFakeGhost([])
afterAll(() => ghost[Symbol.asyncDispose]())
ghost.state.posts = [
  fakePost('loi-25'),
  fakePost('law-25', { tags: [tags.en, strategy] }),
  fakePost('dated', { url: `${ghost.url}/2026/11/dated/`, tags: [tags.en] }),
]
const site = await shareSite(ghost.env)

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
])('leads from Ghost’s %s, with the cookie "%s", to %s', async (path, language, expected) => {
  const cookie: Record<string, string> = language === '' ? {} : { Cookie: `i18next=${language}` }
  const answer = await request(site.app).get(`/from-ghost${path}`).set(cookie)
  expect([answer.status, answer.get('Location')]).toEqual([302, expected])
  expect(answer.get('Cache-Control')).toBe('no-store')
})

it('leads to the article’s own URL while Ghost does not answer', async () => {
  await using away = await startFakeGhost([])
  away.state.behaviour = 'answers 500'
  await using cold = await startSite(away.env)
  await request(cold.app).get('/from-ghost/loi-25/').expect(302).expect('Location', '/blog/loi-25')
})
