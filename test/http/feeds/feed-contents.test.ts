import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Parser from 'rss-parser'
import request from 'supertest'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { parseTree } from '../../../server/posts/html/tree.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const siteUrl = 'https://www.site.example'
const address = z.url({ protocol: /^https?$/ })
const person = z.strictObject({ name: z.string().optional(), url: address.optional(), avatar: address.optional() })

/** https://www.jsonfeed.org/version/1.1/, without attachments and hubs, and nothing that the specification does not name. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: address,
  feed_url: address,
  description: z.string(),
  icon: address,
  favicon: address,
  authors: z.array(person).min(1),
  language: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: address,
      title: z.string(),
      content_html: z.string().min(1),
      summary: z.string().min(1).optional(),
      image: address.optional(),
      date_published: z.iso.datetime({ offset: true }),
      date_modified: z.iso.datetime({ offset: true }).optional(),
      authors: z.array(person).min(1).optional(),
      tags: z.array(z.string()).min(1).optional(),
    }),
  ),
})

type Item = Parser.Item & { 'content:encoded': string; creators: string[] }

// Each test asks Ghost anew.
const { ghost, site } = await shareSiteWithGhost([], { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '0' })

/** Both feeds of a language, as other people's parsers read them; `$GHOST` in the posts is the CMS's address. */
async function feedsOf(posts: FakePost[], prefix = '') {
  ghost.state.posts = JSON.parse(JSON.stringify(posts).replaceAll('$GHOST', ghost.url)) as FakePost[]
  // Feeds have addresses of their own, so the cookie changes nothing.
  const get = (path: string) =>
    request(site.app)
      .get(prefix + path)
      .set('Cookie', 'i18next=en')
      .expect(200)
      .responseType('text')
  const [xml, json] = await Promise.all([get('/rss.xml'), get('/feed.json')])
  expect(xml.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  expect(json.get('Content-Type')).toBe('application/feed+json; charset=utf-8')
  const text = (xml.body as Buffer).toString()
  for (const body of [text, (json.body as Buffer).toString()]) expect(body).not.toContain(new URL(ghost.url).host)
  expect(XMLValidator.validate(text)).toBe(true)
  const custom = { item: ['content:encoded', ['dc:creator', 'creators', { keepArray: true }]] as never }
  const rss = await new Parser<{ lastBuildDate?: string }, Item>({ customFields: custom }).parseString(text)
  return { rss, text, json: jsonFeed.parse(JSON.parse((json.body as Buffer).toString())) }
}

it.each([
  { prefix: '', language: 'fr-CA', slug: 'premier', list: '/blog' },
  { prefix: '/en', language: 'en-CA', slug: 'the-first', list: '/en/blog' },
])('the feeds below "$prefix/" are those of $language', async ({ prefix, language, slug, list }) => {
  const posts = [fakePost('premier'), fakePost('the-first', { tags: [tags.en] })]
  const { rss, json, text } = await feedsOf(posts, prefix)
  expect(rss).toMatchObject({ link: siteUrl + list, language, feedUrl: `${siteUrl}${prefix}/rss.xml` })
  expect(text).toContain(`<atom:link href="${siteUrl}${prefix}/rss.xml" rel="self" type="application/rss+xml"/>`)
  expect(rss.items.map(({ link }) => link)).toEqual([`${siteUrl}${list}/${slug}`])
  expect(json).toMatchObject({ language, home_page_url: siteUrl + list, feed_url: `${siteUrl}${prefix}/feed.json` })
  expect(json.items.map(({ url }) => url)).toEqual([`${siteUrl}${list}/${slug}`])
  expect(json.title).toBe(rss.title)
})

it('both have the same content of a post', async () => {
  const { rss, json } = await feedsOf([
    fakePost('premier', {
      title: 'Titre & <suite> ]]>',
      excerpt: 'Un « extrait » & <plus>',
      authors: ['Camille Lefèvre', 'Ada & Byron'].map((name) => ({ name, slug: name })),
      tags: [tags.fr, tags.strategie, { id: 't5', slug: 'ia', name: 'IA & données' }, tags.internal],
      feature_image: '$GHOST/content/images/a.JPG',
      updated_at: '2026-09-23T10:00:00.000Z',
    }),
  ])
  expect(rss.items[0]).toMatchObject({
    title: 'Titre & <suite> ]]>',
    guid: 'id-premier',
    pubDate: 'Mon, 21 Sep 2026 08:30:00 GMT',
    isoDate: '2026-09-21T08:30:00.000Z',
    creators: ['Camille Lefèvre', 'Ada & Byron'],
    categories: ['Stratégie', 'IA & données'],
    enclosure: { url: `${siteUrl}/media/content/images/size/w1200/format/jpeg/a.JPG`, type: 'image/jpeg', length: '0' },
  })
  expect(rss.lastBuildDate).toBe('Wed, 23 Sep 2026 10:00:00 GMT')
  expect(json.items[0]).toMatchObject({
    id: 'id-premier',
    title: 'Titre & <suite> ]]>',
    summary: 'Un «\u00a0extrait\u00a0» & <plus>',
    image: `${siteUrl}/media/content/images/a.JPG`,
    date_published: '2026-09-21T10:30:00.000+02:00',
    date_modified: '2026-09-23T10:00:00.000Z',
    authors: [{ name: 'Camille Lefèvre' }, { name: 'Ada & Byron' }],
    tags: ['Stratégie', 'IA & données'],
  })
  expect(json.items[0]?.content_html).toBe(rss.items[0]?.['content:encoded'])
})

it('both have the beginning of an excerpt that is as long as Ghost makes one, and all of it if there is no text', async () => {
  const excerpt = 'mot '.repeat(125).trim()
  const { rss, json, text } = await feedsOf([fakePost('a', { excerpt, html: '' })])
  const beginning = `${'mot '.repeat(49)}mot…`
  expect(text).toContain(`<description>${beginning}</description>`)
  expect(json.items[0]?.summary).toBe(beginning)
  expect(rss.items[0]?.['content:encoded']).toBe(`<p>${excerpt}</p>`)
})

it.each([
  ['', tags.fr, 'Utilisez la balise <main> et non <div>, comme List<String>\u00a0; écrire &nbsp; donne une espace.'],
  ['/en', tags.en, 'If a<b && b>c, “quote” it: &amp;lt; is &lt; written twice.'],
  ['', tags.fr, 'L’«\u00a0extrait\u00a0» dit "œuvre" — 100\u00a0%, naïveté & 日本語.'],
])('an excerpt like HTML below "%s" reads the same with XML and HTML decoded', async (prefix, tag, words) => {
  const { text, json } = await feedsOf([fakePost('a', { custom_excerpt: words, tags: [tag] })], prefix)
  const { description } = new XMLParser().parse(text).rss.channel.item
  expect(parseTree(description).root().text()).toBe(words)
  expect(description).toMatch(words.includes('"') ? /"œuvre"/ : /&lt;/)
  expect(json.items[0]?.summary).toBe(words)
})

it('a post that moves to another address stays the same post', async () => {
  const idsOf = async (slug: string) => {
    const { rss, json, text } = await feedsOf([fakePost(slug, { id: '66ed' })])
    expect(text).toContain('<guid isPermaLink="false">66ed</guid>')
    return [rss.items[0]?.guid, json.items[0]?.id]
  }
  expect(await idsOf('avant')).toEqual(await idsOf('apres'))
})

it.each([
  ['$GHOST/content/images/a.webp', /\/media\/content\/images\/size\/w1200\/format\/jpeg\/a\.webp$/, 'image/jpeg'],
  ['$GHOST/content/images/a.svg', /\/media\/content\/images\/a\.svg$/, 'image/svg+xml'],
])('the picture %s is enclosed as what it is served as', async (picture, url, type) => {
  const { rss } = await feedsOf([fakePost('a', { feature_image: picture })])
  expect(rss.items[0]?.enclosure).toEqual({ url: expect.stringMatching(url), type, length: '0' })
})

it('puts the picture and its caption above the text', async () => {
  const { json } = await feedsOf([
    fakePost('a', {
      feature_image: '$GHOST/content/images/a.png',
      feature_image_alt: 'Une "anse"',
      feature_image_caption: '<a href="$GHOST/b/">Photo</a>',
    }),
    fakePost('b'),
  ])
  expect(json.items[0]?.content_html).toBe(
    `<figure><img src="${siteUrl}/media/content/images/size/w1600/format/webp/a.png" alt="Une &quot;anse&quot;" /><figcaption><a href="${siteUrl}/blog/b">Photo</a></figcaption></figure><p>Corps de a.</p>`,
  )
})

it('has no date of its own while there are no posts', async () => {
  const { rss, json, text } = await feedsOf([])
  expect(text).not.toContain('lastBuildDate')
  expect([rss.items, json.items]).toEqual([[], []])
})
