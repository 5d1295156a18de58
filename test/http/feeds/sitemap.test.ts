import { XMLValidator } from 'fast-xml-parser'
import { Readable } from 'node:stream'
import { parseSitemap, type SitemapItem } from 'sitemap'
import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { localise } from '../../../shared/language.ts'
import { pages, pathOf, plainPageIds } from '../../../shared/site-map.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { createSitemap, protocolLimits } from '../../../server/feeds/sitemap.ts'
import { sitemapEntries } from '../../../server/feeds/sitemap-entries.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { storedPostOf } from '../../support/stored-post.ts'
import { headOf } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const ia = { id: 't5', slug: 'ia', name: 'IA' }

const law = { id: 't6', slug: 'loi-25', name: 'Loi 25' }
const original = 'https://autre.example/x'
const ada = { name: 'Ada Byron', slug: 'ada' }
// Neither the company nor an author without a slug has a page.
const others = [{ name: company.name, slug: 'firm' }, { name: 'Sans adresse' }]
const posts = [
  fakePost('a', { tags: [tags.fr, ia, law, tags.strategie, tags.internal], feature_image: '/content/images/a.png' }),
  fakePost('b', { tags: [tags.fr, ia, law, tags.internal], updated_at: '2026-09-23T10:00:00.000Z', authors: others }),
  fakePost('copie', {
    tags: [tags.fr, ia],
    authors: [ada],
    canonical_url: original,
    updated_at: '2026-09-24T10:00:00.000Z',
  }),
  fakePost('c', { tags: [tags.en, ia, tags.strategie] }),
  fakePost('d', { tags: [tags.en, ia, tags.strategie] }),
]
const { ghost, site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl })
const { text } = await request(site.app).get('/sitemap.xml').expect(200).expect('Content-Type', /xml/)
/** The entries by path, as the package that also writes sitemaps reads them. */
const sitemap = new Map<string, SitemapItem>(
  (await parseSitemap(Readable.from([text]))).map((item) => [item.url.replace(siteUrl, '') || '/', item]),
)

it('is valid, and lists every page in its languages, topics of two posts or more, authors and articles', () => {
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).not.toContain(ghost.url)
  const plain = plainPageIds.flatMap((page) => pages[page].languages.map((own) => localise(pathOf(page), own)))
  expect([...sitemap.keys()].toSorted()).toEqual(
    [
      ...plain,
      ...['/blog/tag/ia', '/blog/tag/loi-25', '/en/blog/tag/ia', '/en/blog/tag/strategie'],
      ...['/blog/author/camille', '/blog/author/ada', '/en/blog/author/camille'],
      ...['/blog/a', '/blog/b', '/en/blog/c', '/en/blog/d'],
    ].toSorted(),
  )
})

it('dates articles, topics and lists by their last change, and nothing else', () => {
  const changed = '2026-09-23T10:00:00.000Z'
  const published = '2026-09-21T08:30:00.000Z'
  const paths = ['/blog', '/blog/b', '/blog/tag/loi-25', '/blog/a', '/blog/author/camille', '/en/blog', '/ai', '/terms']
  expect(paths.map((path) => sitemap.get(path)?.lastmod)).toEqual([
    ...['2026-09-24T10:00:00.000Z', changed, changed, published, published, published],
    ...[undefined, undefined],
  ])
})

it('names the picture of an article', () => {
  expect(sitemap.get('/blog/a')?.img).toMatchObject([{ url: `${siteUrl}/media/content/images/a.png` }])
  expect(sitemap.get('/blog/b')?.img).toEqual([])
})

it('has alternates if both versions are listed, and each links to the other', () => {
  const versionsOf = (path: string) => sitemap.get(path)?.links.map(({ lang, url }) => [lang, url.replace(siteUrl, '')])
  for (const path of ['/ai', '/blog/tag/ia', '/blog/author/camille'])
    expect(versionsOf(path)).toEqual([
      ['fr', path],
      ['en', `/en${path}`],
      ['x-default', path],
    ])
  // The other language has one post of the topic, or none.
  for (const path of ['/terms', '/blog/a', '/blog/tag/loi-25', '/en/blog/tag/strategie', '/blog/author/ada'])
    expect(versionsOf(path), path).toEqual([])
  for (const [path, { links }] of sitemap)
    for (const { url } of links) expect(sitemap.get(url.replace(siteUrl, '') || '/')?.links, path).toEqual(links)
})

it('has the same data for every address as the page itself', async () => {
  for (const [path, { url, links }] of sitemap) {
    const { canonical, alternates, meta } = headOf((await request(site.app).get(path).expect(200)).text)
    expect(canonical, path).toEqual([url])
    expect(meta.robots, path).toBeUndefined()
    if (links.length > 0) expect(Object.fromEntries(links.map(({ lang, url }) => [lang, url]))).toEqual(alternates)
  }
})

const computedPosts = (count: number) => Array.from({ length: count }, (_, index) => storedPostOf(`article-${index}`))

it('has up to 50,000 URLs in less than 50 MB, and reports how many are left out', async () => {
  const entries = sitemapEntries({ fr: computedPosts(50_000), en: [] })
  const { text, leftOut } = await createSitemap(entries, siteUrl, protocolLimits)
  expect([text.match(/<url>/g)?.length, leftOut]).toEqual([50_000, entries.length - 50_000])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(52_428_800)
  expect(protocolLimits).toEqual({ addresses: 50_000, bytes: 52_428_800 })
})

it('ends before it exceeds its limits of bytes and addresses', async () => {
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
