import { Readable } from 'node:stream'
import { parseSitemap } from 'sitemap'
import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { languages } from '../../../shared/language.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
const pair = { id: 't9', slug: 'hash-pair-plan', name: '#pair-plan' }
const un = fakePost('un', { tags: [tags.fr, pair] })
const one = fakePost('one', { tags: [tags.en, pair] })
const [frUrl, enUrl] = [`${siteUrl}/blog/un`, `${siteUrl}/en/blog/one`]
const hreflang = { fr: frUrl, en: enUrl, 'x-default': frUrl }

const others = ['e', 'd', 'c', 'b', 'a'].map((slug) => fakePost(slug))
const { site } = await shareSiteWithGhost([un, one, ...others], { SITE_URL: siteUrl })
for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)

const linksIn = (html = '') => elements(html, 'a').map(({ attributes, text }) => [attributes.href, text])

/** The links of an article whose text is in the other language. */
const pairLinksIn = (html = '') =>
  elements(html, 'a').flatMap(({ attributes, text }) => (attributes.hreflang ? [{ ...attributes, text }] : []))

/** The versions in a response's `Link` header. */
const linked = (answer: request.Response) =>
  Object.fromEntries(
    [...String(answer.get('Link')).matchAll(/<([^>]*)>;rel=alternate;hreflang=([\w-]+)/g)].map(([, to, name]) => [
      name,
      to,
    ]),
  )

it('an article links to its neighbours and to related posts, on its page and in the API', async () => {
  const { text } = await request(site.app).get('/blog/b').expect(200)
  const nav = elements(text, 'nav').find(({ inner }) => inner.includes(textIn('fr', 'blog', 'older')))
  expect(nav?.attributes['aria-label']).toBe(textIn('fr', 'blog', 'neighbours'))
  expect(linksIn(nav?.inner)).toEqual([
    ['/blog/a', `${textIn('fr', 'blog', 'older')} Titre de a`],
    ['/blog/c', `${textIn('fr', 'blog', 'newer')} Titre de c`],
  ])
  const section = elements(text, 'section').find(({ attributes }) => attributes['aria-labelledby'] === 'related')
  expect(elements(section?.inner ?? '', 'h2').map((heading) => heading.text)).toEqual([textIn('fr', 'blog', 'related')])
  expect(linksIn(section?.inner)).toEqual(['e', 'd'].map((slug) => [`/blog/${slug}`, `Titre de ${slug}`]))
  const { body } = await request(site.app).get('/api/posts/b?lang=fr').expect(200)
  expect(body.meta).toMatchObject({
    older: { slug: 'a', title: 'Titre de a' },
    newer: { slug: 'c', title: 'Titre de c' },
    related: [{ slug: 'e' }, { slug: 'd' }],
  })
})

it.each([
  { path: '/blog/un', to: '/en/blog/one', spoken: 'en', text: textIn('fr', 'blog', 'pair') },
  { path: '/en/blog/one', to: '/fr/blog/un', spoken: 'fr', text: textIn('en', 'blog', 'pair') },
])('$path links its translation in its text, its head and its headers', async ({ path, to, spoken, text }) => {
  const ask = (tag = '') => request(site.app).get(path).set('If-None-Match', tag)
  // The page is rendered, then read from the cache, then sent by the fast path.
  for (const answer of [await ask(), await ask(), await ask()]) {
    expect(pairLinksIn(elements(answer.text, 'article')[0]?.inner)).toMatchObject([
      { href: to, lang: spoken, hreflang: spoken, text },
    ])
    expect(headOf(answer.text).alternates).toEqual(hreflang)
    expect(linked(answer)).toEqual(hreflang)
    expect(answer.text).not.toContain(`>${pair.name}<`)
    // The toggle leads to the list.
    expect(elements(answer.text, 'input').map(({ attributes }) => attributes.value)).toContain('/blog')
  }
  expect(linked(await ask((await ask()).get('ETag')).expect(304))).toEqual(hreflang)
})

it('the sitemap and the API have the translations of articles', async () => {
  const { text } = await request(site.app).get('/sitemap.xml').expect(200)
  const items = new Map((await parseSitemap(Readable.from([text]))).map((item) => [item.url, item.links]))
  const links = Object.entries(hreflang).map(([lang, url]) => ({ lang, url }))
  expect([frUrl, enUrl, `${siteUrl}/blog/a`].map((url) => items.get(url))).toEqual([links, links, []])
  const { body } = await request(site.app).get('/api/posts/un?lang=fr').expect(200)
  expect(body.meta.pair).toEqual({ slug: 'one', title: 'Titre de one', isOriginal: true })
})

async function sitePairedBy(posts: FakePost[], now?: () => number) {
  const { ghost, site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl }, now)
  for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)
  return { ghost, site }
}

it('a republished translation is linked for readers, but not for search engines', async () => {
  const { site } = await sitePairedBy([un, { ...one, canonical_url: 'https://autre.example/one' }])
  for (const path of ['/blog/un', '/en/blog/one']) {
    const answer = await request(site.app).get(path).expect(200)
    expect(pairLinksIn(answer.text)).toHaveLength(1)
    expect(headOf(answer.text).alternates).not.toHaveProperty('x-default')
    expect(linked(answer)).toEqual({})
  }
  expect((await request(site.app).get('/sitemap.xml')).text).not.toContain(enUrl)
})

it('an article links to its translation only while that is published', async () => {
  let now = Date.now()
  const { ghost, site } = await sitePairedBy([un], () => now)
  const links = async () => pairLinksIn((await request(site.app).get('/blog/un').expect(200)).text).length
  for (let time = 0; time < 3; time += 1) expect(await links()).toBe(0)
  for (const posts of [[un, one], [un]]) {
    ghost.state.posts = posts
    now += 61_000
    await expect.poll(() => request(site.app).get('/en/blog').then(links)).toBe(posts.length - 1)
  }
})

it('the two articles that come with the site are translated, and signed by the company', async () => {
  await using site = await startSite({ SITE_URL: siteUrl })
  await request(site.app).get('/sitemap.xml').expect(200)
  for (const language of languages) {
    const { body } = await request(site.app).get(`/api/posts?lang=${language}`).expect(200)
    const prefix = language === 'fr' ? '' : '/en'
    let paired = 0
    for (const { slug, title } of body.posts as { slug: string; title: string }[]) {
      const { text } = await request(site.app).get(`${prefix}/blog/${slug}`).expect(200)
      expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([title])
      const header = elements(text, 'header')[1]?.inner
      paired += pairLinksIn(header).length
      expect(linksIn(header)).toContainEqual([`${prefix}/about`, company.name])
    }
    expect(paired).toBe(2)
  }
})
