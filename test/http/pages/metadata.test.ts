import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { type FakePost, fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { elements, headOf } from '../support/html.ts'
import { thingOf } from '../support/structured-data.ts'

const siteUrl = 'https://www.site.example'
const firm = { '@id': `${siteUrl}/#organization` }
const person = (name: string, slug: string) => ({ '@type': 'Person', name, url: `${siteUrl}/blog/author/${slug}` })

// Each row calls Ghost again.
const { ghost, site } = await shareSiteWithGhost([], { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '0' })
const get = async (path: string) => (await request(site.app).get(path).expect(200)).text

/** The page of an article with these fields; `$GHOST` in them is the CMS's address. */
async function articleWith(fields: Partial<FakePost>) {
  const own = JSON.parse(JSON.stringify(fields).replaceAll('$GHOST', ghost.url)) as Partial<FakePost>
  ghost.state.posts = [fakePost('a', { title: 'Titre', excerpt: 'Extrait', ...own }), fakePost('b')]
  const text = await get('/blog/a')
  expect(text).not.toContain(new URL(ghost.url).host)
  return { text, ...headOf(text), posting: thingOf(text, 'BlogPosting') }
}

const at = (name: string) => `$GHOST/content/images/${name}.png`
const shown = (name: string) => `${siteUrl}/media/content/images/size/w1200/format/jpeg/${name}.png`
const cover = `${siteUrl}/share/fr/a.png`
const hostile = '"><script>alert(1)</script>'
const words = (count: number) => Array(count).fill('mot').join(' ')
const both = [
  { name: 'Camille Lefèvre', slug: 'c' },
  { name: 'Ada Byron', slug: 'a' },
]

/** A text for `og`, and for `twitter`, which defaults to it. */
const shared = (title: string, description: string) => ({
  'og:title': title,
  'twitter:title': title,
  'og:description': description,
  'twitter:description': description,
})

type Row = {
  fields: Partial<FakePost>
  title?: string
  meta?: Record<string, string | undefined>
  posting?: Record<string, unknown>
}

const rows: Row[] = [
  {
    fields: {},
    meta: { description: 'Extrait', ...shared('Titre', 'Extrait'), 'og:image': cover, 'twitter:image': cover },
    posting: {
      headline: 'Titre',
      url: `${siteUrl}/blog/a`,
      dateModified: '2026-09-21T10:30:00.000+02:00',
      inLanguage: 'fr-CA',
      publisher: firm,
      mainEntityOfPage: { '@id': `${siteUrl}/blog/a` },
      image: [cover],
      isAccessibleForFree: true,
      keywords: ['Stratégie'],
    },
  },
  {
    fields: { meta_title: 'M', meta_description: 'MD' },
    title: 'M',
    meta: { description: 'MD', ...shared('M', 'MD') },
  },
  {
    fields: { meta_title: 'M', og_title: 'O', og_description: 'OD', og_image: at('o') },
    title: 'M',
    meta: { description: 'Extrait', ...shared('O', 'OD'), 'og:image': shown('o'), 'twitter:image': shown('o') },
    posting: { image: [shown('o')] },
  },
  {
    fields: { og_title: 'O', twitter_title: 'T', twitter_description: 'TD', twitter_image: at('t') },
    meta: { 'og:title': 'O', 'twitter:title': 'T', 'twitter:description': 'TD', 'twitter:image': shown('t') },
  },
  {
    fields: { feature_image: at('f'), feature_image_alt: 'Une anse' },
    meta: { 'og:image': shown('f'), 'og:image:alt': 'Une anse' },
    posting: { image: [shown('f')] },
  },
  {
    fields: { feature_image: at('f'), feature_image_alt: 'Une anse', og_image: at('o') },
    meta: { 'og:image': shown('o'), 'og:image:alt': undefined },
    posting: { image: [shown('f')] },
  },
  { fields: { feature_image: at('f') }, meta: { 'og:image': shown('f'), 'og:image:alt': undefined } },
  { fields: { custom_excerpt: 'Le sien' }, meta: { description: 'Le sien', 'og:description': 'Le sien' } },
  { fields: { custom_excerpt: '', meta_description: '' }, meta: { description: 'Extrait' } },
  { fields: { excerpt: '' }, meta: { description: 'Titre', ...shared('Titre', 'Titre') } },
  {
    // Ghost derives such excerpts from a text.
    fields: { excerpt: words(125) },
    meta: { description: `${words(50)}…`, ...shared('Titre', `${words(50)}…`) },
    posting: { description: `${words(50)}…` },
  },
  { fields: { meta_title: '</title><b>', og_title: hostile }, title: '</title><b>', meta: { 'og:title': hostile } },
  {
    fields: { updated_at: '2026-09-22T08:00:00.000Z' },
    meta: {
      'article:published_time': '2026-09-21T10:30:00.000+02:00',
      'article:modified_time': '2026-09-22T08:00:00.000Z',
    },
    posting: { datePublished: '2026-09-21T10:30:00.000+02:00', dateModified: '2026-09-22T08:00:00.000Z' },
  },
  { fields: { authors: both }, posting: { author: [person('Camille Lefèvre', 'c'), person('Ada Byron', 'a')] } },
  {
    fields: { authors: [{ name: company.name, slug: 'firm' }, ...both.slice(1)] },
    posting: { author: [firm, person('Ada Byron', 'a')] },
  },
  { fields: { authors: [] }, posting: { author: firm } },
]

it.each(rows)('with $fields the head has the metadata $meta and the structured data $posting', async (row) => {
  const { fields, title = 'Titre', meta = {}, posting = {} } = row
  const head = await articleWith(fields)
  expect(head.titles).toEqual([`${title} | ${company.name}`])
  expect(Object.fromEntries(Object.keys(meta).map((name) => [name, head.meta[name]]))).toEqual(meta)
  expect(head.posting).toMatchObject(posting)
  // The page itself keeps the post's own title, and Ghost's own excerpt is no standfirst.
  const [header] = elements(elements(head.text, 'article')[0]?.inner ?? '', 'header')
  expect(elements(header?.inner ?? '', 'h1').map(({ text }) => text)).toEqual(['Titre'])
  expect(header?.text).not.toContain('Extrait')
})

it('the headline of a long title is its beginning', async () => {
  ghost.state.posts = [fakePost('a', { title: 'm'.repeat(111) })]
  expect(thingOf(await get('/blog/a'), 'BlogPosting').headline).toBe(`${'m'.repeat(109)}…`)
})

it.each([true, false])(
  'excludes an article from search engines if its head code has `noindex`: %s',
  async (isThere) => {
    const code = isThere ? '<meta name="robots" content="noindex, nofollow">' : ''
    const { meta, text } = await articleWith({ codeinjection_head: `<style>a{}</style>${code}` })
    expect(meta.robots).toBe(isThere ? 'noindex' : undefined)
    expect(text).not.toContain('nofollow')
    for (const path of ['/sitemap.xml', '/rss.xml', '/feed.json'])
      expect((await get(path)).replaceAll('"', '<').includes(`${siteUrl}/blog/a<`), path).toBe(!isThere)
  },
)

it.each([
  { canonical_url: null, canonical: `${siteUrl}/blog/a`, isOurs: true },
  { canonical_url: 'https://autre.example/original', canonical: 'https://autre.example/original', isOurs: false },
  { canonical_url: '$GHOST/b/', canonical: `${siteUrl}/blog/b`, isOurs: false },
])('an article with the canonical URL $canonical_url in Ghost has $canonical here', async (row) => {
  const { canonical, alternates, meta } = await articleWith({ canonical_url: row.canonical_url })
  expect([canonical, meta['og:url']]).toEqual([[row.canonical], row.canonical])
  expect(alternates).toEqual(row.isOurs ? { fr: `${siteUrl}/blog/a` } : {})
  expect((await get('/sitemap.xml')).includes(`<loc>${siteUrl}/blog/a</loc>`)).toBe(row.isOurs)
})

it('an article shows its standfirst, and its picture with an alternative text and a caption', async () => {
  const { text } = await articleWith({
    custom_excerpt: 'Le sien',
    feature_image: at('f'),
    feature_image_alt: 'Une « anse » & un quai',
    feature_image_caption: 'Photo\u00a0: <a href="$GHOST/b/">une <em>autre</em></a><script>alert(1)</script>',
  })
  const [header] = elements(elements(text, 'article')[0]?.inner ?? '', 'header')
  expect(elements(header?.inner ?? '', 'p').map((paragraph) => paragraph.text)).toContain('Le sien')
  const [figure] = elements(text, 'figure')
  expect(elements(figure?.inner ?? '', 'img')[0]?.attributes.alt).toBe('Une « anse » & un quai')
  expect(elements(figure?.inner ?? '', 'figcaption')[0]?.inner).toBe(
    'Photo\u00a0: <a href="/blog/b">une <em>autre</em></a>',
  )
})
