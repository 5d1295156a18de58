import { XMLParser, XMLValidator } from 'fast-xml-parser'
import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../shared/language.ts'
import { pageIds, pages } from '../../shared/site-map.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['item', 'url', 'xhtml:link'].includes(name),
})
const origin = { SITE_URL: 'https://www.nordet.example' }

const posts = [
  fakePost('premier', { title: 'Titre & <suite>', html: '<p>Fin ]]> <a href="http://autre.example/x">là</a></p>' }),
  fakePost('the-first', { tags: [tags.en], feature_image: null }),
]

it.each([
  ['/rss.xml', 'fr-CA', 'https://www.nordet.example/blog/premier'],
  ['/en/rss.xml', 'en-CA', 'https://www.nordet.example/en/blog/the-first'],
])('%s is the RSS feed of its language, whatever the cookie', async (path, language, link) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, ...origin })
  const answer = await request(site.app).get(path).set('Cookie', 'i18next=en').expect(200)
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(XMLValidator.validate(answer.text)).toBe(true)
  const { channel } = parser.parse(answer.text).rss
  expect(channel.language).toBe(language)
  expect(channel['atom:link']).toMatchObject({ '@_rel': 'self', '@_href': `https://www.nordet.example${path}` })
  expect(channel.item).toHaveLength(1)
  expect(channel.item[0]).toMatchObject({
    link,
    pubDate: 'Mon, 21 Sep 2026 08:30:00 GMT',
    'dc:creator': 'Camille Lefèvre',
  })
  expect(channel.item[0].guid['#text']).toBe(link)
})

it('keeps titles and texts whole in the feed, with absolute addresses', async () => {
  await using ghost = await startFakeGhost([])
  ghost.state.posts = [
    fakePost('premier', {
      title: 'Titre & <suite>',
      html: `<p>Fin ]]&gt; <img src="${ghost.url}/content/images/a.png" alt=""> <a href="${ghost.url}/second/">suite</a></p>`,
    }),
  ]
  await using site = await startSite({ ...ghost.env, ...origin })
  const { text } = await request(site.app).get('/rss.xml').expect(200)
  const [item] = parser.parse(text).rss.channel.item
  expect(item.title).toBe('Titre & <suite>')
  expect(item['content:encoded']).toContain('src="https://www.nordet.example/media/content/images/a.png"')
  expect(item['content:encoded']).toContain('href="https://www.nordet.example/blog/second"')
  expect(text).not.toContain(ghost.url)
})

it('lists every indexable address in the sitemap, with alternates in both directions and the true date of articles', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, ...origin })
  const { text } = await request(site.app).get('/sitemap.xml').expect(200).expect('Content-Type', /xml/)
  expect(XMLValidator.validate(text)).toBe(true)
  type Entry = { loc: string; lastmod?: string; 'xhtml:link'?: { '@_hreflang': string; '@_href': string }[] }
  const entries: Entry[] = parser.parse(text).urlset.url
  const at = (path: string) => entries.find(({ loc }) => loc === `https://www.nordet.example${path}`)
  for (const page of pageIds) {
    if (page === 'article') continue
    for (const language of languages) {
      const path = localise(pages[page].path, language)
      const isThere = pages[page].languages.some((own) => own === language)
      expect(at(path) !== undefined, path).toBe(isThere)
    }
  }
  const links = (path: string) => at(path)?.['xhtml:link']?.map((link) => `${link['@_hreflang']} ${link['@_href']}`)
  expect(links('/ai')).toEqual([
    'fr https://www.nordet.example/ai',
    'en https://www.nordet.example/en/ai',
    'x-default https://www.nordet.example/ai',
  ])
  expect(links('/en/ai')).toEqual(links('/ai'))
  expect(at('/terms')?.['xhtml:link']).toBeUndefined()
  expect(at('/blog/premier')?.lastmod).toBe('2026-09-21T08:30:00.000Z')
  expect(at('/en/blog/the-first')).toBeDefined()
})

it.each(['/rss.xml', '/en/rss.xml', '/sitemap.xml'])('%s answers 503 when the posts cannot be read', async (path) => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.behaviour = 'answers 500'
  await using site = await startSite(ghost.env)
  await request(site.app).get(path).expect(503).expect('Retry-After', /^\d+$/)
})

it('tells crawlers where the sitemap is, and researchers whom to write to until when', async () => {
  const now = Date.UTC(2026, 10, 20)
  await using site = await startSite(origin, () => now)
  const robots = await request(site.app)
    .get('/robots.txt')
    .expect(200)
    .expect('Content-Type', /^text\/plain/)
  expect(robots.text).toContain('Sitemap: https://www.nordet.example/sitemap.xml')
  const security = await request(site.app).get('/.well-known/security.txt').expect(200)
  expect(security.text).toContain('Contact: https://www.nordet.example/contact')
  expect(security.text).toContain('Expires: 2027-05-01T00:00:00.000Z')
})

it('names icons in the manifest that are really there', async () => {
  await using site = await startSite()
  const { body } = await request(site.app)
    .get('/site.webmanifest')
    .expect(200)
    .expect('Content-Type', /manifest\+json/)
  for (const { src } of body.icons)
    await request(site.app)
      .get(src)
      .expect(200)
      .expect('Content-Type', /^image\//)
})

it('has a share image of its own for every page in its languages', async () => {
  await using site = await startSite()
  for (const language of languages) {
    for (const page of pageIds) {
      if (page === 'article' || !pages[page].languages.some((own) => own === language)) continue
      const { text } = await request(site.app).get(localise(pages[page].path, language))
      const image = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(text)?.[1]
      expect(image).toBe(`/share/${language}-${page}.png`)
      await request(site.app).get(String(image)).expect(200).expect('Content-Type', 'image/png')
    }
  }
})
