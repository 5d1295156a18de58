import { Readable } from 'node:stream'
import { parseSitemap } from 'sitemap'
import request from 'supertest'
import { expect, it } from 'vitest'
import { languages } from '../../../shared/language.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
const pair = { id: 't9', slug: 'hash-pair-plan', name: '#pair-plan' }
const french = fakePost('un', { tags: [tags.fr, pair] })
const english = fakePost('one', { tags: [tags.en, pair] })
const [frUrl, enUrl] = [`${siteUrl}/blog/un`, `${siteUrl}/en/blog/one`]
const hreflang = { fr: frUrl, en: enUrl, 'x-default': frUrl }

async function sitePairedBy(posts: FakePost[], now?: () => number) {
  const { ghost, site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl }, now)
  for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)
  return { ghost, site }
}

/** The links of an article whose text is in the other language. */
const pairLinksIn = (html: string) =>
  elements(html, 'a').flatMap(({ attributes, text }) => (attributes.hreflang ? [{ ...attributes, text }] : []))

/** The versions that an answer's `Link` names. */
const linked = (header = '') =>
  Object.fromEntries(
    [...header.matchAll(/<([^>]*)>;rel=alternate;hreflang=([\w-]+)/g)].map(([, href, language]) => [language, href]),
  )

it.each([
  { path: '/blog/un', to: '/en/blog/one', spoken: 'en', text: textIn('fr', 'blog', 'pair') },
  { path: '/en/blog/one', to: '/fr/blog/un', spoken: 'fr', text: textIn('en', 'blog', 'pair') },
])('$path leads to its counterpart at its head, in its head and in its headers', async ({ path, to, spoken, text }) => {
  const { site } = await sitePairedBy([french, english])
  // The page is made, then from the cache, then by the fast path.
  for (let time = 0; time < 3; time += 1) {
    const answer = await request(site.app).get(path).expect(200)
    expect(pairLinksIn(elements(answer.text, 'article')[0]?.inner ?? '')).toMatchObject([
      { href: to, lang: spoken, hreflang: spoken, text },
    ])
    expect(headOf(answer.text).alternates).toEqual(hreflang)
    expect(linked(answer.get('Link')?.toString())).toEqual(hreflang)
    expect(answer.text).not.toContain(`>${pair.name}<`)
    // The toggle leads to the list.
    expect(elements(answer.text, 'input').map(({ attributes }) => attributes.value)).toContain('/blog')
  }
  const first = await request(site.app).get(path)
  const unchanged = await request(site.app)
    .get(path)
    .set('If-None-Match', first.get('ETag') ?? '')
    .expect(304)
  expect(linked(unchanged.get('Link')?.toString())).toEqual(hreflang)
})

it('the sitemap names each post of a pair with both', async () => {
  const { site } = await sitePairedBy([french, english, fakePost('seul')])
  const { text } = await request(site.app).get('/sitemap.xml').expect(200)
  const items = new Map((await parseSitemap(Readable.from([text]))).map((item) => [item.url, item.links]))
  const links = Object.entries(hreflang).map(([lang, url]) => ({ lang, url }))
  expect(items.get(frUrl)).toEqual(links)
  expect(items.get(enUrl)).toEqual(links)
  expect(items.get(`${siteUrl}/blog/seul`)).toEqual([])
})

it('a copy of another site’s article is linked in both languages, and named to search engines in neither', async () => {
  const { site } = await sitePairedBy([french, { ...english, canonical_url: 'https://autre.example/one' }])
  for (const path of ['/blog/un', '/en/blog/one']) {
    const answer = await request(site.app).get(path).expect(200)
    expect(pairLinksIn(answer.text)).toHaveLength(1)
    expect(headOf(answer.text).alternates).not.toHaveProperty('x-default')
    expect(linked(answer.get('Link')?.toString())).toEqual({})
  }
  expect((await request(site.app).get('/sitemap.xml')).text).not.toContain(enUrl)
})

it('an article gains its link once the counterpart is published, and loses it with it', async () => {
  let now = Date.now()
  const { ghost, site } = await sitePairedBy([french], () => now)
  const links = async () => pairLinksIn((await request(site.app).get('/blog/un').expect(200)).text).length
  for (let time = 0; time < 3; time += 1) expect(await links()).toBe(0)
  for (const [posts, count] of [
    [[french, english], 1],
    [[french], 0],
  ] as const) {
    ghost.state.posts = [...posts]
    now += 61_000
    await expect
      .poll(async () => {
        await request(site.app).get('/en/blog')
        return links()
      })
      .toBe(count)
  }
})

it('a browser gets the counterpart with the article', async () => {
  const { site } = await sitePairedBy([french, english])
  const { body } = await request(site.app).get('/api/posts/un?lang=fr').expect(200)
  expect(body.meta.pair).toEqual({ slug: 'one', title: 'Titre de one', isOriginal: true })
})

it('two articles that come with the site have a counterpart in the other language', async () => {
  await using site = await startSite({ SITE_URL: siteUrl })
  await request(site.app).get('/sitemap.xml').expect(200)
  const paired = { fr: 0, en: 0 }
  for (const language of languages) {
    const { body } = await request(site.app).get(`/api/posts?lang=${language}`).expect(200)
    for (const { slug } of body.posts as { slug: string }[]) {
      const answer = await request(site.app)
        .get(`${language === 'fr' ? '' : '/en'}/blog/${slug}`)
        .expect(200)
      paired[language] += pairLinksIn(elements(answer.text, 'header')[1]?.inner ?? '').length
    }
  }
  expect(paired).toEqual({ fr: 2, en: 2 })
})
