import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { type FakePost, fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { elements, headOf } from '../support/html.ts'

const siteUrl = 'https://www.site.example'

// Each row asks Ghost anew.
const { ghost, site } = await shareSiteWithGhost([], { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '0' })

/** The page of an article with these fields; `$GHOST` in them is the CMS's address. */
async function articleWith(fields: Partial<FakePost>) {
  const own = JSON.parse(JSON.stringify(fields).replaceAll('$GHOST', ghost.url)) as Partial<FakePost>
  ghost.state.posts = [fakePost('a', { title: 'Titre', excerpt: 'Extrait', ...own }), fakePost('b')]
  const { text } = await request(site.app).get('/blog/a').expect(200)
  expect(text).not.toContain(new URL(ghost.url).host)
  const sitemap = (await request(site.app).get('/sitemap.xml').expect(200)).text
  return { text, sitemap, ...headOf(text) }
}

const ghostsOwn = `${'mot '.repeat(49)}mot…`

type Row = { fields: Partial<FakePost>; title?: string; meta: Record<string, string | undefined> }

it.each<Row>([
  {
    fields: {},
    title: `Titre | ${company.name}`,
    meta: {
      description: 'Extrait',
      'og:title': 'Titre',
      'og:description': 'Extrait',
      'og:image': `${siteUrl}/share/fr/a.png`,
      'twitter:title': 'Titre',
      'twitter:description': 'Extrait',
      'twitter:image': `${siteUrl}/share/fr/a.png`,
    },
  },
  {
    fields: { meta_title: 'Pour les moteurs', meta_description: 'Leur texte' },
    title: `Pour les moteurs | ${company.name}`,
    meta: {
      description: 'Leur texte',
      'og:title': 'Pour les moteurs',
      'og:description': 'Leur texte',
      'twitter:title': 'Pour les moteurs',
    },
  },
  {
    fields: { meta_title: 'M', og_title: 'O', og_description: 'OD', og_image: '$GHOST/content/images/o.png' },
    title: `M | ${company.name}`,
    meta: {
      description: 'Extrait',
      'og:title': 'O',
      'og:description': 'OD',
      'og:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/o.png`,
      'twitter:title': 'O',
      'twitter:description': 'OD',
      'twitter:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/o.png`,
    },
  },
  {
    fields: {
      og_title: 'O',
      twitter_title: 'T',
      twitter_description: 'TD',
      twitter_image: '$GHOST/content/images/t.png',
    },
    title: `Titre | ${company.name}`,
    meta: {
      'og:title': 'O',
      'twitter:title': 'T',
      'twitter:description': 'TD',
      'twitter:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/t.png`,
    },
  },
  {
    fields: { feature_image: '$GHOST/content/images/f.png', feature_image_alt: 'Une anse' },
    meta: { 'og:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/f.png`, 'og:image:alt': 'Une anse' },
  },
  {
    fields: {
      feature_image: '$GHOST/content/images/f.png',
      feature_image_alt: 'Une anse',
      og_image: '$GHOST/content/images/o.png',
    },
    meta: { 'og:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/o.png`, 'og:image:alt': undefined },
  },
  {
    fields: { feature_image: '$GHOST/content/images/f.png' },
    meta: { 'og:image': `${siteUrl}/media/content/images/size/w1200/format/jpeg/f.png`, 'og:image:alt': undefined },
  },
  { fields: { custom_excerpt: 'Le sien' }, meta: { description: 'Le sien', 'og:description': 'Le sien' } },
  { fields: { custom_excerpt: '' }, meta: { description: 'Extrait', 'og:description': 'Extrait' } },
  { fields: { meta_description: '' }, meta: { description: 'Extrait' } },
  {
    fields: { excerpt: '' },
    meta: { description: 'Titre', 'og:description': 'Titre', 'twitter:description': 'Titre' },
  },
  {
    // Ghost builds such excerpts from a text.
    fields: { excerpt: 'mot '.repeat(125) },
    meta: { description: ghostsOwn, 'og:description': ghostsOwn, 'twitter:description': ghostsOwn },
  },
  {
    fields: { og_title: '"><script>alert(1)</script>', meta_title: '</title><b>' },
    title: `</title><b> | ${company.name}`,
    meta: { 'og:title': '"><script>alert(1)</script>' },
  },
  {
    fields: { published_at: '2026-09-21T10:30:00.000+02:00', updated_at: '2026-09-22T08:00:00.000Z' },
    meta: {
      'article:published_time': '2026-09-21T10:30:00.000+02:00',
      'article:modified_time': '2026-09-22T08:00:00.000Z',
    },
  },
])('with $fields the head says $meta', async ({ fields, title = `Titre | ${company.name}`, meta }) => {
  const head = await articleWith(fields)
  expect(head.titles).toEqual([title])
  expect(Object.fromEntries(Object.keys(meta).map((name) => [name, head.meta[name]]))).toEqual(meta)
  // The page itself keeps the post's own title.
  expect(elements(head.text, 'h1').map(({ text }) => text)).toEqual(['Titre'])
})

it.each([
  ['<meta name="robots" content="noindex">', true],
  ["<META content='nofollow, NoIndex' name=Robots />", true],
  ['<style>a{}</style><meta name="robots" content="none">', true],
  ['<!-- <meta name="robots" content="noindex"> --><script>"<meta name=robots content=noindex>"</script>', false],
  ['<meta name="robots" content="index, noimageindex"><meta name="description" content="noindex">', false],
])('the code %s for the head means `noindex`: %s, and nothing else', async (codeinjection_head, isTaken) => {
  const { meta, sitemap, text } = await articleWith({ codeinjection_head })
  expect(meta.robots).toBe(isTaken ? 'noindex' : undefined)
  expect(text).not.toContain('nofollow')
  const feeds = await Promise.all(['/rss.xml', '/feed.json'].map((path) => request(site.app).get(path).expect(200)))
  const feedTexts = feeds.map((feed) => feed.text)
  expect([sitemap, ...feedTexts].map((all) => all.replaceAll('"', '<').includes(`${siteUrl}/blog/a<`))).toEqual(
    Array(3).fill(!isTaken),
  )
})

it.each([
  { custom_excerpt: 'Le sien', html: '<p>Corps</p>', shown: true },
  { custom_excerpt: null, html: '<p>Corps</p>', shown: false },
  { custom_excerpt: '', html: '<p>Corps</p>', shown: false },
  // The text begins with the excerpt, or equals it.
  { custom_excerpt: 'Le sien &', html: '<h2>Le <b>sien</b></h2>\n<p>&amp; la suite</p>', shown: false },
  { custom_excerpt: 'Le sien', html: '', shown: false },
])('the excerpt $custom_excerpt, above $html, is shown as a standfirst: $shown', async ({ shown, ...fields }) => {
  const { text } = await articleWith(fields)
  const [header] = elements(elements(text, 'article')[0]?.inner ?? '', 'header')
  const paragraphs = elements(header?.inner ?? '', 'p').map((paragraph) => paragraph.text)
  expect(paragraphs.includes(fields.custom_excerpt ?? 'Extrait')).toBe(shown)
})

it.each([
  { canonical_url: null, canonical: `${siteUrl}/blog/a`, ours: true },
  { canonical_url: 'https://autre.example/original', canonical: 'https://autre.example/original', ours: false },
  { canonical_url: '$GHOST/b/', canonical: `${siteUrl}/blog/b`, ours: false },
])('an article with the canonical URL $canonical_url has $canonical', async (row) => {
  const { canonical, alternates, meta, sitemap } = await articleWith({ canonical_url: row.canonical_url })
  expect(canonical).toEqual([row.canonical])
  expect(meta['og:url']).toBe(row.canonical)
  expect(alternates).toEqual(row.ours ? { fr: `${siteUrl}/blog/a` } : {})
  expect(sitemap.includes(`<loc>${siteUrl}/blog/a</loc>`)).toBe(row.ours)
})

it('shows a picture with its alternative text and its caption', async () => {
  const { text } = await articleWith({
    feature_image: '$GHOST/content/images/f.png',
    feature_image_alt: 'Une « anse » & un quai',
    feature_image_caption: 'Photo\u00a0: <a href="$GHOST/b/">une <em>autre</em></a><script>alert(1)</script>',
  })
  const [figure] = elements(text, 'figure')
  expect(elements(figure?.inner ?? '', 'img')[0]?.attributes.alt).toBe('Une « anse » & un quai')
  expect(elements(figure?.inner ?? '', 'figcaption')[0]?.inner).toBe(
    'Photo\u00a0: <a href="/blog/b">une <em>autre</em></a>',
  )
})
