import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf, postLinksIn, textOf } from '../support/html.ts'
import { graphOf, thingOf } from '../support/structured-data.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
const day = 24 * 60 * 60 * 1000
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25 & <suite>' }
const camille = { name: 'Camille Lefèvre', slug: 'camille' }
const ada = { name: 'Ada Byron', slug: 'ada' }
const firm = { name: company.name, slug: 'firm' }
const posts = [
  fakePost('a', { tags: [tags.fr, tags.strategie, law], authors: [camille, ada] }),
  fakePost('b', { tags: [tags.fr, law, tags.internal], authors: [camille] }),
  fakePost('c', { tags: [tags.fr], authors: [firm] }),
  fakePost('tag', { tags: [tags.fr], authors: [firm] }),
  fakePost('author', { tags: [tags.fr], authors: [ada] }),
  fakePost('d', { tags: [tags.en, tags.strategie], authors: [camille] }),
]
const { ghost, site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl, BLOG_PAGE_SIZE: '2' })
const get = (path: string) => request(site.app).get(path)
for (const path of ['/blog', '/en/blog']) await get(path).expect(200)

const slugsIn = (html: string) => postLinksIn(html).map((href) => href?.replace(/^.*\/blog\//, ''))
const linksIn = (html: string) => elements(html, 'a').map(({ attributes }) => attributes)
const waysIn = (html: string) =>
  Object.fromEntries(linksIn(html).flatMap(({ rel, href }) => (rel === 'next' || rel === 'prev' ? [[rel, href]] : [])))
const topicsIn = (html: string) => linksIn(html).flatMap(({ href = '' }) => (href.includes('/tag/') ? [href] : []))

const list = textIn('fr', 'blog', 'title')
const twoLists = { fr: '/blog', en: '/en/blog', 'x-default': '/blog' }
const versions = (path: string) => ({ fr: path, en: `/en${path}`, 'x-default': path })
const [strategie, byCamille] = ['/blog/tag/strategie', '/blog/author/camille'].map(versions)

it.each([
  { path: '/blog', heading: list, alternates: twoLists, slugs: 'a b', ways: { next: '/blog?page=2' } },
  { path: '/blog?page=2', heading: list, slugs: 'c tag', ways: { prev: '/blog', next: '/blog?page=3' } },
  { path: '/blog?page=3', heading: list, slugs: 'author', ways: { prev: '/blog?page=2' } },
  { path: '/blog/tag/loi-25', heading: law.name, slugs: 'a b' },
  { path: '/blog/tag/strategie', heading: 'Stratégie', alternates: strategie, slugs: 'a' },
  { path: '/en/blog/tag/strategie', heading: 'Stratégie', alternates: strategie, slugs: 'd' },
  { path: '/blog/author/camille', heading: camille.name, alternates: byCamille, slugs: 'a b' },
  { path: '/blog/author/ada', heading: ada.name, slugs: 'a author' },
  { path: '/en/blog/author/camille', heading: camille.name, alternates: byCamille, slugs: 'd' },
  // Articles may have the names of the folders of topics and authors.
  { path: '/blog/tag', heading: 'Titre de tag', slugs: '', type: 'article' },
  { path: '/blog/author', heading: 'Titre de author', slugs: '', type: 'article' },
])('$path has the heading $heading and shows the posts "$slugs"', async (row) => {
  const { path, heading, slugs, ways = {}, type = 'website', alternates = { fr: path } } = row
  const calls = ghost.calls.length
  const { text } = await get(path).expect(200)
  expect(elements(text, 'h1').map((found) => found.text)).toEqual([heading])
  expect(slugsIn(text).join(' ')).toBe(slugs)
  expect(waysIn(text)).toEqual(ways)
  const head = headOf(text)
  const [, prefix, kind] = /^(\/en)?\/blog\/(tag|author)\//.exec(path) ?? []
  if (kind) {
    const title = textIn(prefix ? 'en' : 'fr', 'blog', `${kind}.title`).replace('{{name}}', heading)
    expect(head.titles).toEqual([`${title} | ${company.name}`])
    expect(head.meta.description).toContain(heading)
  }
  const urls = Object.fromEntries(Object.entries(alternates).map(([language, to]) => [language, siteUrl + to]))
  if (type === 'website')
    expect(thingOf(text, 'Blog').blogPost).toMatchObject(postLinksIn(text).map((href) => ({ url: siteUrl + href })))
  expect(head).toMatchObject({ canonical: [siteUrl + path], alternates: urls, meta: { 'og:type': type } })
  // Ghost is called only for the lists.
  expect(ghost.calls).toHaveLength(calls)
})

it.each([
  ...['/blog?page=0', '/blog?page=4', '/blog/tag/inconnu', '/blog/tag/hash-campagne', '/en/blog/tag/loi-25'],
  ...['/blog/tag/a%2Fb', '/blog/author/inconnu', '/en/blog/author/ada', '/blog/author/Camille'],
])('%s is unknown: 404, the error screen', async (path) => {
  const calls = ghost.calls.length
  const { text } = await get(path).expect(404)
  expect(textOf(text)).toContain('Unexpected Application Error')
  expect(headOf(text)).toMatchObject({ canonical: [], alternates: {}, meta: { robots: 'noindex' } })
  expect(graphOf(text).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
  expect(ghost.calls).toHaveLength(calls)
})

it('each page of the list contains only its posts, and has its own title and description', async () => {
  const texts = await Promise.all(['/blog', '/blog?page=2', '/blog?page=3'].map(async (path) => (await get(path)).text))
  expect(texts.map((text) => [...new Set(text.match(/(?<=Titre de )\w+/g))].join(' '))).toEqual([
    'a b',
    'c tag',
    'author',
  ])
  const heads = texts.map(headOf)
  expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(3)
  expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(3)
  for (const { meta } of heads) {
    expect(meta['og:image']).toBe(`${siteUrl}/share/fr-blog.png`)
    expect(meta['og:image:alt']).toBe(textIn('fr', 'blog', 'meta.title'))
  }
})

it.each('page=1 page=01 page=a page= page=2&x=1 x=1&page=002 page=2&page=3 page=77'.split(' '))(
  'the query %s does not add a page to the cache',
  async (query) => {
    for (const known of ['/blog', '/blog?page=2', '/blog?page=99']) await get(known)
    expect((await get(`/blog?${query}`)).headers['cache-status']).toContain('pages; hit')
  },
)

it.each([
  { page: 1, slugs: ['a', 'b'], next: 2, prev: null },
  { page: 2, slugs: ['c', 'tag'], next: 3, prev: 1 },
  { page: 3, slugs: ['author'], next: null, prev: 2 },
])('page $page of the API has the posts of page $page of the list, without bodies', async ({ slugs, ...says }) => {
  const { body } = await get(`/api/posts?lang=fr&page=${says.page}`).expect(200)
  expect(body.posts.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
  expect(body.meta).toEqual({ pagination: { limit: 2, pages: 3, total: 5, ...says } })
  expect(body.posts[0]).not.toHaveProperty('html')
})

it('the API answers 404 for a page that does not exist', async () => {
  const { body, headers } = await get('/api/posts?lang=fr&page=4').expect(404)
  expect(body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
  expect(headers['cache-status']).toMatch(/^posts; /)
})

it('a page of the API is cached like the whole list, with its own entity tag', async () => {
  const [all, page] = [await get('/api/posts?lang=fr'), await get('/api/posts?lang=fr&page=3')]
  for (const name of ['cache-control', 'vary', 'content-type']) expect(page.headers[name]).toBe(all.headers[name])
  expect(page.headers.etag).not.toBe(all.headers.etag)
  await get('/api/posts?lang=fr&page=3')
    .set('If-None-Match', page.headers.etag ?? '')
    .expect(304)
})

it('if no page size is set, all posts are on one page, whatever the query', async () => {
  const { site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl })
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  expect(body.meta).toEqual({ pagination: { page: 1, limit: 'all', pages: 1, total: 5, next: null, prev: null } })
  await request(site.app).get('/blog').expect(200)
  for (const query of ['page=2', 'page=0', 'page=two']) {
    const { text, headers } = await request(site.app).get(`/blog?${query}`).expect(200)
    expect([slugsIn(text).length, waysIn(text), headOf(text).canonical]).toEqual([5, {}, [`${siteUrl}/blog`]])
    expect(headers['cache-status']).toContain('pages; hit')
    expect((await request(site.app).get(`/api/posts?lang=fr&${query}`).expect(200)).body).toEqual(body)
  }
})

it.each([
  ['/blog', ['/blog/tag/strategie', '/blog/tag/loi-25']],
  ['/en/blog', ['/en/blog/tag/strategie']],
  ['/blog/a', ['/blog/tag/strategie', '/blog/tag/strategie', '/blog/tag/loi-25']],
  // The cards of a topic do not repeat it.
  ['/blog/tag/loi-25', ['/blog/tag/strategie']],
])('the labels on %s link to the topics %j', async (path, topics) => {
  expect(topicsIn((await get(path)).text)).toEqual(topics)
})

it('a slow list has a loading text, and a link to try again', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS: '50' })
  ghost.state.behaviour = 'hangs'
  const { text } = await request(site.app).get('/blog').expect(200)
  const main = elements(text, 'main')[0]?.inner ?? ''
  expect(textOf(main)).toContain(textIn('fr', 'blog', 'loading'))
  const reload = elements(main, 'a').find((link) => link.text === textIn('fr', 'blog', 'reload'))
  // Empty: the page itself.
  expect(reload?.attributes.href).toBe('')
})

it('a featured post leads the list, but no topic or feed, if the newest post is a month old', async () => {
  const newest = Date.parse('2026-09-01T12:00:00Z')
  let now = newest + 30 * day
  const dated = ['newest', 'older', 'oldest'].map((slug, index) => {
    const published_at = new Date(newest - index * day).toISOString()
    return fakePost(slug, { published_at, featured: slug === 'oldest' })
  })
  const { site } = await startSiteWithGhost(dated, { BLOG_PAGE_SIZE: '2' }, () => now)
  const get = (path: string) => request(site.app).get(path).buffer(true)
  const slugsAt = async (path: string) => {
    const { text, type } = await get(path).expect(200)
    if (type === 'text/html') return slugsIn(text).join(' ')
    const { posts, items } = JSON.parse(text) as { posts?: { slug: string }[]; items?: { url: string }[] }
    return (posts?.map(({ slug }) => slug) ?? items?.map(({ url }) => url.replace(/.*\//, '')) ?? []).join(' ')
  }
  // The page is rendered, then read from the cache, then sent by the fast path.
  for (let time = 0; time < 3; time += 1) expect(await slugsAt('/blog')).toBe('newest older')
  const before = (await get('/blog')).get('ETag')

  now += day
  await expect.poll(() => slugsAt('/blog')).toBe('oldest newest')
  const tag = (await get('/blog')).get('ETag') ?? ''
  expect(tag).not.toBe(before)
  await get('/blog').set('If-None-Match', tag).expect(304)
  expect(await slugsAt('/blog?page=2')).toBe('older')
  expect(await slugsAt('/api/posts?lang=fr&page=1')).toBe('oldest newest')
  expect(await slugsAt('/api/posts?lang=fr&page=2')).toBe('older')
  expect(await slugsAt('/api/posts?lang=fr')).toBe('oldest newest older')
  for (const path of ['/blog/tag/strategie', '/feed.json']) expect(await slugsAt(path)).toBe('newest older oldest')
})

it('the home page shows the three newest posts of its language, and refreshes the list without waiting', async () => {
  const since = Date.parse('2026-09-01T12:00:00Z')
  let now = since + 10 * day
  const published = (slug: string, days: number, language: 'fr' | 'en' = 'fr') =>
    fakePost(slug, { published_at: new Date(since + days * day).toISOString(), tags: [tags[language]] })
  const older = [published('quatre', 4), published('trois', 3), published('deux', 2), published('un', 1)]
  const { ghost, site } = await startSiteWithGhost([...older, published('one', 1, 'en')], {}, () => now)
  const latestAt = async (path: string) => {
    const answer = await request(site.app)
      .get(path)
      .expect(200)
      .expect('Cache-Control', /^public, max-age=0, s-maxage=/)
    return linksIn(answer.text).flatMap(({ href = '' }) => /\/blog\/(.+)/.exec(href)?.[1] ?? [])
  }
  for (const path of ['/', '/en']) {
    expect(await latestAt(path)).toEqual([])
    await expect.poll(() => latestAt(path)).not.toEqual([])
  }
  expect(ghost.calls).toHaveLength(2)
  ghost.state.posts = [published('cinq', 5), ...older]
  // The page is rendered, then read from the cache, then sent by the fast path.
  for (let time = 0; time < 3; time += 1) {
    expect(await latestAt('/')).toEqual(['quatre', 'trois', 'deux'])
    expect(await latestAt('/en')).toEqual(['one'])
  }
  now += 61_000
  await expect.poll(() => latestAt('/')).toEqual(['cinq', 'quatre', 'trois'])
})
