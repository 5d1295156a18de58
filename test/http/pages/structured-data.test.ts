import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'
import { graphOf, type JsonLdNode, thingOf } from '../support/structured-data.ts'

const siteUrl = 'https://www.site.example'

const { site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl })

const pageAt = async (path: string) => (await request(site.app).get(path).expect(200)).text

// Each test asks Ghost anew.
const other = await shareSiteWithGhost([], { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '0' })

/** A page of a site that has these posts. */
async function pageOf(all: FakePost[], path = '/blog/a') {
  other.ghost.state.posts = all
  return (await request(other.site.app).get(path).expect(200)).text
}

it.each([
  ['/', null],
  ['/ai', ['Accueil', 'IA']],
  ['/en/security/vulnerability', ['Home', 'Vulnerability management']],
  ['/blog', ['Accueil', 'Blogue']],
  ['/blog/un-article', ['Accueil', 'Blogue', 'Titre de un-article']],
  ['/en/blog/an-article', ['Home', 'Blog', 'Title of an-article']],
  ['/blog/tag/strategie', ['Accueil', 'Blogue', 'Stratégie']],
  ['/en/terms', ['Accueil', 'Conditions d’utilisation et confidentialité']],
])('the way to %s is %j', async (path, names) => {
  const lists = graphOf(await pageAt(path)).filter((thing) => thing['@type'] === 'BreadcrumbList')
  const items = lists.flatMap((list) => list.itemListElement as JsonLdNode[])
  expect(lists.length === 0 ? null : items.map(({ name }) => name)).toEqual(names)
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
  if (names) expect(items.at(-1)?.item).toBe(siteUrl + path.replace('/en/terms', '/terms'))
})

const services = ['/ai', '/archiving', '/security/architecture', '/en/security/vulnerability']

it.each(services)('the service on %s is the firm’s', async (path) => {
  const service = thingOf(await pageAt(path), 'Service')
  expect(service).toMatchObject({
    url: siteUrl + path,
    provider: { '@id': `${siteUrl}/#organization` },
    mainEntityOfPage: { '@id': siteUrl + path },
  })
})

it('an article says what it is, whose and since when', async () => {
  const post = fakePost('un-article', {
    html: '<h2>Un titre</h2><p>Et quatre <em>mots</em> encore.</p>',
    feature_image: '/content/images/a.png',
    updated_at: '2026-09-22T10:30:00.000Z',
    authors: [
      { name: 'Camille Lefèvre', slug: 'c' },
      { name: 'Ada Byron', slug: 'a' },
    ],
  })
  const html = await pageOf([post], '/blog/un-article')
  expect(thingOf(html, 'BlogPosting')).toMatchObject({
    headline: 'Titre de un-article',
    url: `${siteUrl}/blog/un-article`,
    datePublished: '2026-09-21T10:30:00.000+02:00',
    dateModified: '2026-09-22T10:30:00.000Z',
    inLanguage: 'fr-CA',
    author: [
      { '@type': 'Person', name: 'Camille Lefèvre', url: `${siteUrl}/blog/author/c` },
      { '@type': 'Person', name: 'Ada Byron', url: `${siteUrl}/blog/author/a` },
    ],
    publisher: { '@id': `${siteUrl}/#organization` },
    mainEntityOfPage: { '@id': `${siteUrl}/blog/un-article` },
    image: [`${siteUrl}/media/content/images/size/w1200/format/jpeg/a.png`],
    isAccessibleForFree: true,
    keywords: ['Stratégie'],
  })
})

it('the firm is an author as the organisation that it is', async () => {
  const authors = [
    { name: company.name, slug: 'firm' },
    { name: 'Ada Byron', slug: 'a' },
  ]
  expect(thingOf(await pageOf([fakePost('a', { authors })]), 'BlogPosting')).toMatchObject({
    author: [{ '@id': `${siteUrl}/#organization` }, { '@type': 'Person', name: 'Ada Byron' }],
  })
})

it('an article without author and picture has the firm’s name and its cover', async () => {
  const posting = thingOf(await pageOf([fakePost('a', { authors: [] })]), 'BlogPosting')
  expect(posting).toMatchObject({
    author: { '@id': `${siteUrl}/#organization` },
    image: [`${siteUrl}/share/fr/a.png`],
    dateModified: '2026-09-21T10:30:00.000+02:00',
  })
})

it.each([
  [{ og_image: '/content/images/o.png' }, 'content/images/o.png'],
  [{ og_image: '/content/images/o.png', feature_image: '/content/images/f.png' }, 'content/images/f.png'],
])('an article with %j has the picture %s', async (fields, picture) => {
  const posting = thingOf(await pageOf([fakePost('a', fields)]), 'BlogPosting')
  expect(posting.image).toEqual([
    `${siteUrl}/media/${picture.replace('content/images/', 'content/images/size/w1200/format/jpeg/')}`,
  ])
})

// See shared/post.test.ts for where words are cut.
it('an article’s headline and its description are the beginning of what is too long', async () => {
  const post = fakePost('a', { title: 'm'.repeat(111), excerpt: 'mot '.repeat(125) })
  const posting = thingOf(await pageOf([post]), 'BlogPosting')
  expect([posting.headline, posting.description]).toEqual([`${'m'.repeat(109)}…`, `${'mot '.repeat(49)}mot…`])
})

it('a list names the posts that it shows', async () => {
  const all = ['a', 'b'].map((slug) => fakePost(slug, { tags: slug === 'a' ? [tags.fr] : [tags.fr, tags.strategie] }))
  const urls = async (path: string) =>
    (thingOf(await pageOf(all, path), 'Blog').blogPost as JsonLdNode[]).map(({ url }) => url)
  expect(await urls('/blog')).toEqual([`${siteUrl}/blog/a`, `${siteUrl}/blog/b`])
  expect(await urls('/blog/tag/strategie')).toEqual([`${siteUrl}/blog/b`])
})

it.each(['/nulle/part', '/blog/inconnu', '/blog/tag/inconnu'])(
  'claims nothing of %s, which is absent',
  async (path) => {
    const { text } = await request(site.app).get(path).expect(404)
    expect(graphOf(text).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
    expect(elements(text, 'h1')).toHaveLength(1)
  },
)
