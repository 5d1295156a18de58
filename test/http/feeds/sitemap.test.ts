import { XMLValidator } from 'fast-xml-parser'
import { Readable } from 'node:stream'
import { parseSitemap, type SitemapItem } from 'sitemap'
import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { pages, pathOf, plainPageIds } from '../../../shared/site-map.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { createSitemap, protocolLimits } from '../../../server/feeds/sitemap.ts'
import { sitemapEntries } from '../../../server/feeds/sitemap-entries.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { storedPostOf } from '../../support/stored-post.ts'
import { headOf } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const ia = { id: 't5', slug: 'ia', name: 'IA' }

/** The sitemap of a site with these posts, as the package that also writes it reads it; entries by path. */
async function sitemapOf(posts: FakePost[]) {
  const { ghost, site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl })
  const { text } = await request(site.app).get('/sitemap.xml').expect(200).expect('Content-Type', /xml/)
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).not.toContain(ghost.url)
  const items = await parseSitemap(Readable.from([text]))
  return new Map<string, SitemapItem>(items.map((item) => [item.url.replace(siteUrl, '') || '/', item]))
}

it('lists every page in its languages, with alternates in both directions', async () => {
  const sitemap = await sitemapOf([])
  for (const page of plainPageIds) {
    for (const language of languages) {
      const isThere = pages[page].languages.some((own) => own === language)
      expect(sitemap.has(localise(pathOf(page), language)), `${language} ${page}`).toBe(isThere)
    }
  }
  const both = [
    { lang: 'fr', url: `${siteUrl}/ai` },
    { lang: 'en', url: `${siteUrl}/en/ai` },
    { lang: 'x-default', url: `${siteUrl}/ai` },
  ]
  expect(sitemap.get('/ai')?.links).toEqual(both)
  expect(sitemap.get('/en/ai')?.links).toEqual(both)
  expect(sitemap.get('/terms')?.links).toEqual([])
  expect([...sitemap.values()].filter(({ lastmod }) => lastmod !== undefined)).toEqual([])
})

it('dates articles and lists by their last change, and nothing else; names pictures', async () => {
  const sitemap = await sitemapOf([
    fakePost('a', { updated_at: '2026-09-23T10:00:00.000Z', feature_image: '/content/images/a.png' }),
    fakePost('b', { tags: [tags.fr] }),
  ])
  expect(sitemap.get('/blog/a')).toMatchObject({
    lastmod: '2026-09-23T10:00:00.000Z',
    img: [{ url: `${siteUrl}/media/content/images/a.png` }],
    links: [],
  })
  expect(sitemap.get('/blog/b')).toMatchObject({ lastmod: '2026-09-21T08:30:00.000Z', img: [] })
  expect(sitemap.get('/blog')?.lastmod).toBe('2026-09-23T10:00:00.000Z')
  expect(sitemap.get('/en/blog')?.lastmod).toBeUndefined()
  expect(sitemap.get('/ai')?.lastmod).toBeUndefined()
})

it('lists topics of two posts or more, and names the other language’s topic if that is listed too', async () => {
  const law = { id: 't6', slug: 'loi-25', name: 'Loi 25' }
  const sitemap = await sitemapOf([
    fakePost('a', { tags: [tags.fr, ia, law, tags.strategie, tags.internal] }),
    fakePost('b', { tags: [tags.fr, ia, law, tags.internal], updated_at: '2026-09-23T10:00:00.000Z' }),
    fakePost('c', { tags: [tags.en, ia, tags.strategie] }),
    fakePost('d', { tags: [tags.en, tags.strategie] }),
  ])
  const topics = [...sitemap.keys()].filter((path) => path.includes('/tag/'))
  expect(topics).toEqual(['/blog/tag/ia', '/blog/tag/loi-25', '/en/blog/tag/strategie'])
  expect(sitemap.get('/blog/tag/ia')?.lastmod).toBe('2026-09-23T10:00:00.000Z')
  // The other language's has one post only, and no entry that could lead back.
  for (const path of topics) expect(sitemap.get(path)?.links, path).toEqual([])
})

it('leads from each alternate back to it', async () => {
  const sitemap = await sitemapOf([
    fakePost('a', { tags: [tags.fr, ia, tags.strategie] }),
    fakePost('b', { tags: [tags.fr, ia, tags.strategie] }),
    fakePost('c', { tags: [tags.en, ia, tags.strategie] }),
    fakePost('d', { tags: [tags.en, ia] }),
  ])
  expect(sitemap.get('/blog/tag/ia')?.links.map(({ lang }) => lang)).toEqual(['fr', 'en', 'x-default'])
  for (const [path, { links }] of sitemap) {
    for (const { url } of links) expect(sitemap.get(url.replace(siteUrl, '') || '/')?.links, path).toEqual(links)
  }
})

it('describes every URL as the page there does', async () => {
  const posts = [
    fakePost('a', { tags: [tags.fr, ia] }),
    fakePost('b', { tags: [tags.fr, ia] }),
    fakePost('copie', { tags: [tags.fr, ia], canonical_url: 'https://autre.example/x' }),
    fakePost('c', { tags: [tags.en, ia] }),
    fakePost('d', { tags: [tags.en, ia] }),
  ]
  const sitemap = await sitemapOf(posts)
  expect(sitemap.has('/blog/copie')).toBe(false)
  const { site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl })
  // The sitemap has both lists read.
  await request(site.app).get('/sitemap.xml').expect(200)
  for (const [path, { url, links }] of sitemap) {
    const { canonical, alternates, meta } = headOf((await request(site.app).get(path).expect(200)).text)
    expect(canonical, path).toEqual([url])
    expect(meta.robots, path).toBeUndefined()
    if (links.length > 0) expect(Object.fromEntries(links.map(({ lang, url }) => [lang, url]))).toEqual(alternates)
  }
})

const computedPosts = (count: number) => Array.from({ length: count }, (_, index) => storedPostOf(`article-${index}`))

it('has up to 50,000 URLs in less than 50 MB, and says how many exceed that', async () => {
  const entries = sitemapEntries({ fr: computedPosts(50_000), en: [] })
  const { text, leftOut } = await createSitemap(entries, siteUrl, protocolLimits)
  expect([text.match(/<url>/g)?.length, leftOut]).toEqual([50_000, entries.length - 50_000])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(52_428_800)
  expect(protocolLimits).toEqual({ addresses: 50_000, bytes: 52_428_800 })
})

it('ends before it has too many bytes or addresses', async () => {
  const entries = sitemapEntries({ fr: computedPosts(60), en: [] })
  const { text, leftOut } = await createSitemap(entries, siteUrl, { addresses: 50_000, bytes: 3000 })
  expect(XMLValidator.validate(text)).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3000)
  const held = text.match(/<url>/g)?.length ?? 0
  expect([held > 3, held + leftOut]).toEqual([true, entries.length])
  for (const [addresses, beyond] of [
    [entries.length, 0],
    [entries.length - 1, 1],
  ] as const)
    expect((await createSitemap(entries, siteUrl, { addresses, bytes: 1_000_000 })).leftOut).toBe(beyond)
})
