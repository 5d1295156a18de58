import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Parser from 'rss-parser'
import request from 'supertest'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { parseTree } from '../../../server/posts/html/tree.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
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

// Each request calls Ghost again.
const { ghost, site } = await shareSiteWithGhost([], { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '0' })

const excerpt = 'mot '.repeat(125).trim()
/** Excerpts with signs of HTML, and of French typography. */
const excerpts: Record<string, string> = {
  'signes-html': 'Utilisez la balise <main> et non <div>, comme List<String>\u00a0; écrire &nbsp; donne une espace.',
  'html-signs': 'If a<b && b>c, “quote” it: &amp;lt; is &lt; written twice.',
  guillemets: 'L’«\u00a0extrait\u00a0» dit "œuvre" — 100\u00a0%, naïveté & 日本語.',
}

ghost.state.posts = [
  fakePost('premier', {
    id: '66ed',
    title: 'Titre & <suite> ]]>',
    excerpt: 'Un « extrait » & <plus>',
    authors: ['Camille Lefèvre', 'Ada & Byron'].map((name) => ({ name, slug: name })),
    tags: [tags.fr, tags.strategie, { id: 't5', slug: 'ia', name: 'IA & données' }, tags.internal],
    feature_image: `${ghost.url}/content/images/a.JPG`,
    feature_image_alt: 'Une "anse"',
    feature_image_caption: `<a href="${ghost.url}/sans-texte/">Photo</a>`,
    updated_at: '2026-09-23T10:00:00.000Z',
  }),
  fakePost('sans-texte', { excerpt, html: '', feature_image: `${ghost.url}/content/images/a.webp` }),
  fakePost('dessin', { feature_image: `${ghost.url}/content/images/a.svg` }),
  fakePost('the-first', { tags: [tags.en] }),
  ...Object.entries(excerpts).map(([slug, custom_excerpt]) =>
    fakePost(slug, { custom_excerpt, tags: [slug === 'html-signs' ? tags.en : tags.fr] }),
  ),
]

/** Both feeds of a language, as third-party parsers read them. */
async function readFeeds(prefix = '') {
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

const feeds = { fr: await readFeeds(), en: await readFeeds('/en') }

/** A post as both French feeds have it. */
function itemsOf(slug: string) {
  const isOfPost = (address = '') => address.endsWith(`/blog/${slug}`)
  const { rss, json } = feeds.fr
  return { rss: rss.items.find(({ link }) => isOfPost(link)), json: json.items.find(({ url }) => isOfPost(url)) }
}

it.each([
  { prefix: '', lang: 'fr', language: 'fr-CA', list: '/blog', slugs: ['premier', 'sans-texte', 'dessin'] },
  { prefix: '/en', lang: 'en', language: 'en-CA', list: '/en/blog', slugs: ['the-first'] },
] as const)('the feeds below "$prefix/" are those of $language', ({ prefix, lang, language, list, slugs }) => {
  const { rss, json, text } = feeds[lang]
  const own = Object.keys(excerpts).filter((slug) => (slug === 'html-signs') === (lang === 'en'))
  const addresses = [...slugs, ...own].map((slug) => `${siteUrl}${list}/${slug}`)
  expect(rss).toMatchObject({ link: siteUrl + list, language, feedUrl: `${siteUrl}${prefix}/rss.xml` })
  expect(text).toContain(`<atom:link href="${siteUrl}${prefix}/rss.xml" rel="self" type="application/rss+xml"/>`)
  expect(rss.items.map(({ link }) => link)).toEqual(addresses)
  expect(json).toMatchObject({ language, home_page_url: siteUrl + list, feed_url: `${siteUrl}${prefix}/feed.json` })
  expect(json.items.map(({ url }) => url)).toEqual(addresses)
  expect(json.title).toBe(rss.title)
})

it('both feeds have the same data of a post, and its id stays if its address changes', () => {
  const { rss, json } = itemsOf('premier')
  expect(rss).toMatchObject({
    title: 'Titre & <suite> ]]>',
    guid: '66ed',
    pubDate: 'Mon, 21 Sep 2026 08:30:00 GMT',
    isoDate: '2026-09-21T08:30:00.000Z',
    creators: ['Camille Lefèvre', 'Ada & Byron'],
    categories: ['Stratégie', 'IA & données'],
  })
  expect(feeds.fr.text).toContain('<guid isPermaLink="false">66ed</guid>')
  expect(feeds.fr.rss.lastBuildDate).toBe('Wed, 23 Sep 2026 10:00:00 GMT')
  expect(json).toMatchObject({
    id: '66ed',
    title: 'Titre & <suite> ]]>',
    summary: 'Un «\u00a0extrait\u00a0» & <plus>',
    image: `${siteUrl}/media/content/images/a.JPG`,
    date_published: '2026-09-21T10:30:00.000+02:00',
    date_modified: '2026-09-23T10:00:00.000Z',
    authors: [{ name: 'Camille Lefèvre' }, { name: 'Ada & Byron' }],
    tags: ['Stratégie', 'IA & données'],
  })
  expect(json?.content_html).toBe(rss?.['content:encoded'])
  // The picture and its caption stand above the text.
  const picture = `${siteUrl}/media/content/images/size/w1600/format/webp/a.JPG`
  expect(json?.content_html).toBe(
    `<figure><img src="${picture}" alt="Une &quot;anse&quot;" /><figcaption><a href="${siteUrl}/blog/sans-texte">Photo</a></figcaption></figure><p>Corps de premier.</p>`,
  )
})

it('both feeds shorten an excerpt of Ghost’s maximum length, unless the post has no text', () => {
  const { rss, json } = itemsOf('sans-texte')
  const beginning = `${'mot '.repeat(49)}mot…`
  expect(feeds.fr.text).toContain(`<description>${beginning}</description>`)
  expect(json?.summary).toBe(beginning)
  expect(rss?.['content:encoded']).toMatch(new RegExp(`^<figure>.*</figure><p>${excerpt}</p>$`))
})

it.each(Object.entries(excerpts))('the excerpt of %s is the same with XML and HTML decoded', (slug, words) => {
  const { text, json } = slug === 'html-signs' ? feeds.en : feeds.fr
  const items = new XMLParser().parse(text).rss.channel.item as { link: string; description: string }[]
  const description = items.find(({ link }) => link.endsWith(slug))?.description ?? ''
  expect(parseTree(description).root().text()).toBe(words)
  expect(description).toMatch(words.includes('"') ? /"œuvre"/ : /&lt;/)
  expect(json.items.find(({ url }) => url.endsWith(slug))?.summary).toBe(words)
})

it.each([
  ['premier', 'size/w1200/format/jpeg/a.JPG', 'image/jpeg'],
  ['sans-texte', 'size/w1200/format/jpeg/a.webp', 'image/jpeg'],
  ['dessin', 'a.svg', 'image/svg+xml'],
])('the picture of %s is enclosed as it is served: %s', (slug, name, type) => {
  expect(itemsOf(slug).rss?.enclosure).toEqual({ url: `${siteUrl}/media/content/images/${name}`, type, length: '0' })
})

it('the feed has no date while there are no posts', async () => {
  ghost.state.posts = []
  const { rss, json, text } = await readFeeds()
  expect(text).not.toContain('lastBuildDate')
  expect([rss.items, json.items]).toEqual([[], []])
})
