import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'

const origin = { SITE_URL: 'https://www.site.example' }
const many = Array.from({ length: 60 }, (_, index) => fakePost(`article-${index}`))
const { site } = await shareSiteWithGhost([...many, fakePost('the-first', { tags: [tags.en] })], origin)

it.each(['/rss.xml', '/en/rss.xml', '/feed.json', '/en/feed.json', '/sitemap.xml'])(
  '%s has an entity tag, and may be read by other sites’ pages',
  async (path) => {
    const { headers } = await request(site.app).get(path).expect(200).expect('Access-Control-Allow-Origin', '*')
    expect(headers.etag).toMatch(/^"[^"]+"$/)
    await request(site.app).get(path).set('If-None-Match', String(headers.etag)).expect(304)
  },
)

it('robots.txt names the sitemap, and security.txt a contact and its expiry', async () => {
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

it('the icons of the manifest exist', async () => {
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

it.each(['/rss.xml', '/feed.json'])('%s has only the fifty newest posts', async (path) => {
  const { text } = await request(site.app).get(path).buffer(true)
  expect([...new Set(text.match(/article-\d+/g))]).toEqual(many.slice(0, 50).map(({ slug }) => slug))
})
