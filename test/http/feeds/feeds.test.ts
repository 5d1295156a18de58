import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const origin = { SITE_URL: 'https://www.site.example' }

const posts = [
  fakePost('premier', { title: 'Titre & <suite>', html: '<p>Fin ]]> <a href="http://autre.example/x">là</a></p>' }),
  fakePost('the-first', { tags: [tags.en], feature_image: null }),
]

const files = ['/rss.xml', '/en/rss.xml', '/feed.json', '/en/feed.json', '/sitemap.xml']

const { site } = await shareSiteWithGhost(posts, origin)

// See test/isolated/fault-table.test.ts for feeds while posts cannot be read, with copies and without.
it.each(files)('%s has an entity tag, and may be read by other sites’ pages', async (path) => {
  const { headers } = await request(site.app).get(path).expect(200).expect('Access-Control-Allow-Origin', '*')
  expect(headers.etag).toMatch(/^"[^"]+"$/)
  await request(site.app).get(path).set('If-None-Match', String(headers.etag)).expect(304)
})

it.each([
  ['/blog', ['/rss.xml', '/feed.json']],
  ['/blog/premier', ['/rss.xml', '/feed.json']],
  ['/blog/tag/strategie', ['/rss.xml', '/feed.json']],
  ['/en/blog', ['/en/rss.xml', '/en/feed.json']],
  ['/ai', ['/rss.xml', '/feed.json']],
])('%s names the feeds %j, each by its format', async (path, feeds) => {
  const { text } = await request(site.app).get(path).expect(200)
  const types = ['application/rss+xml', 'application/feed+json']
  const named = elements(text, 'link').filter(({ attributes: { type = '' } }) => types.includes(type))
  const blog = textIn(path.startsWith('/en/') ? 'en' : 'fr', 'common', 'nav.blog')
  const titles = ['RSS', 'JSON'].map((format) => `${blog} | ${company.name} (${format})`)
  expect(named.map(({ attributes: { rel, type, title, href } }) => [rel, type, title, href])).toEqual(
    feeds.map((feed, index) => ['alternate', types[index], titles[index], origin.SITE_URL + feed]),
  )
})

it.each([
  { path: '/blog', feed: '/rss.xml', link: textIn('fr', 'blog', 'newsletter.feed') },
  { path: '/en/blog', feed: '/en/rss.xml', link: textIn('en', 'blog', 'newsletter.feed') },
  { path: '/terms', feed: '/rss.xml', link: textIn('fr', 'terms', 'sections.data.connection.link') },
  { path: '/en/terms', feed: '/en/rss.xml', link: textIn('fr', 'terms', 'sections.data.connection.link') },
])('$path leads readers to $feed', async ({ path, feed, link }) => {
  const { text } = await request(site.app).get(path).expect(200)
  const leading = elements(text, 'a').filter(({ attributes: { href = '' } }) => href.endsWith('/rss.xml'))
  expect(leading.map((found) => [found.text, found.attributes.href])).toEqual([[link, feed]])
})

it('names the sitemap to crawlers, and to researchers an address with its expiry', async () => {
  const now = Date.UTC(2026, 10, 20)
  await using site = await startSite(origin, () => now)
  const robots = await request(site.app)
    .get('/robots.txt')
    .expect(200)
    .expect('Content-Type', /^text\/plain/)
  for (const path of ['/api/', '/preview/']) expect(robots.text).toContain(`\nDisallow: ${path}\n`)
  expect(robots.text).toContain('Sitemap: https://www.site.example/sitemap.xml')
  const security = await request(site.app).get('/.well-known/security.txt').expect(200)
  expect(security.text).toContain('Contact: https://www.site.example/contact')
  expect(security.text).toContain('Expires: 2027-05-01T00:00:00.000Z')
})

it('names icons in the manifest that are really there', async () => {
  const { text } = await request(site.app).get('/')
  expect(text.split('<body')[0]).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  expect(text).not.toContain('<noscript><link')
  const { body } = await request(site.app)
    .get('/site.webmanifest')
    .expect(200)
    .expect('Content-Type', /manifest\+json/)
  expect(body.icons).not.toEqual([])
  for (const { src } of body.icons)
    await request(site.app)
      .get(src)
      .expect(200)
      .expect('Content-Type', /^image\//)
})

it('carries the fifty newest posts, and no more', async () => {
  const many = Array.from({ length: 60 }, (_, index) => fakePost(`article-${index}`))
  const { site } = await startSiteWithGhost(many)
  for (const path of ['/rss.xml', '/feed.json']) {
    const { text } = await request(site.app).get(path)
    expect([path, ...new Set(text.match(/article-\d+/g))]).toEqual([path, ...many.slice(0, 50).map(({ slug }) => slug)])
  }
})
