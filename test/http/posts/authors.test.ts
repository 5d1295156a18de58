import request from 'supertest'
import { expect, it } from 'vitest'
import { slugOf } from '../../../server/posts/markdown/slug.ts'
import { company } from '../../../shared/company.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf } from '../support/html.ts'
import { thingOf } from '../support/structured-data.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
const camille = {
  name: 'Camille Lefèvre',
  slug: 'camille',
  profile_image: '/content/images/camille.png',
  bio: 'Écrit sur <la preuve> & la\u0000mémoire.',
  location: 'Ailleurs',
  website: 'https://camille.example/à-propos',
}
const ada = { name: 'Ada Byron', slug: 'ada', website: 'javascript:alert(1)', bio: '', profile_image: null }
const firm = { name: company.name, slug: slugOf(company.name) }
const posts = [
  fakePost('a', { authors: [camille, ada] }),
  fakePost('b', { authors: [camille] }),
  fakePost('c', { authors: [firm] }),
  fakePost('d', { authors: [{ name: 'Sans adresse' }] }),
  fakePost('author', { authors: [ada] }),
  fakePost('e', { authors: [camille], tags: [tags.en, tags.strategie] }),
]

const { ghost, site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl })

it('shows Ghost’s description of an author, in which no script can run', async () => {
  const { text } = await request(site.app).get('/blog/author/camille').expect(200)
  const main = elements(text, 'main')[0]?.inner ?? ''
  expect(main).toContain('Écrit sur &lt;la preuve&gt; &amp; la mémoire.')
  expect(main).toContain(camille.location)
  expect(elements(main, 'img').map(({ attributes }) => attributes.src)).toContain(
    '/media/content/images/size/w600/format/webp/camille.png',
  )
  const websites = elements(main, 'a').filter(({ text: words }) => words === textIn('fr', 'blog', 'author.website'))
  expect(websites.map(({ attributes }) => attributes.href)).toEqual(['https://camille.example/%C3%A0-propos'])
  expect(text).not.toContain(ghost.url)
  const ada = (await request(site.app).get('/blog/author/ada').expect(200)).text
  expect(ada).not.toContain('javascript:')
  expect(elements(ada, 'main')[0]?.text).toContain(textIn('fr', 'blog', 'author.lead'))
})

it('describes the author in structured data', async () => {
  const { text } = await request(site.app).get('/en/blog/author/camille').expect(200)
  const address = `${siteUrl}/en/blog/author/camille`
  expect(thingOf(text, 'ProfilePage')).toMatchObject({ url: address, mainEntity: { '@id': `${address}#person` } })
  expect(thingOf(text, 'Person')).toEqual({
    '@type': 'Person',
    '@id': `${address}#person`,
    name: camille.name,
    url: address,
    description: 'Écrit sur <la preuve> & la mémoire.',
    image: `${siteUrl}/media/content/images/camille.png`,
    sameAs: ['https://camille.example/%C3%A0-propos'],
    homeLocation: { '@type': 'Place', name: camille.location },
  })
  const article = (await request(site.app).get('/en/blog/e').expect(200)).text
  expect(thingOf(article, 'BlogPosting')).toMatchObject({
    author: [{ '@type': 'Person', name: camille.name, url: address }],
  })
})

it('a byline links to its author, to the company’s page, or to nothing', async () => {
  const { text } = await request(site.app).get('/blog').expect(200)
  const names = [camille.name, ada.name, company.name, 'Sans adresse']
  const main = elements(text, 'main')[0]?.inner ?? ''
  const links = elements(main, 'a').filter(({ text: words }) => names.includes(words))
  expect([...new Set(links.map(({ attributes, text: words }) => `${words}: ${attributes.href}`))].sort()).toEqual([
    `${ada.name}: /blog/author/ada`,
    `${camille.name}: /blog/author/camille`,
    `${company.name}: /about`,
  ])
  expect((await request(site.app).get('/en/blog/e')).text).toContain('href="/en/blog/author/camille"')
})

it('an author’s page links to the other language once that list is known, and follows changes in Ghost', async () => {
  let now = Date.now()
  const postsBy = (author: object) => {
    const authors = [{ ...camille, ...author }]
    return [fakePost('a', { authors }), fakePost('e', { authors, tags: [tags.en] })]
  }
  const { ghost, site } = await startSiteWithGhost(postsBy({}), { SITE_URL: siteUrl }, () => now)
  const author = async () => (await request(site.app).get('/blog/author/camille').expect(200)).text
  // The page is rendered, then read from the cache, then sent by the fast path.
  for (let time = 0; time < 3; time += 1)
    expect(headOf(await author()).alternates).toEqual({ fr: `${siteUrl}/blog/author/camille` })
  await request(site.app).get('/en/blog').expect(200)
  expect(headOf(await author()).alternates.en).toBe(`${siteUrl}/en/blog/author/camille`)

  const name = 'Camille Lefèvre-Roy'
  ghost.state.posts = postsBy({ name })
  now += 61_000
  await expect.poll(async () => elements(await author(), 'h1')[0]?.text).toBe(name)
})

it('the company has an author page for Markdown posts, and is not a person there', async () => {
  await using site = await startSite()
  const own = await request(site.app).get(`/en/blog/author/${firm.slug}`).expect(200)
  expect(elements(own.text, 'h1')[0]?.text).toBe(company.name)
  expect(own.text).not.toContain('"Person"')
  const former = await request(site.app).get(`/from-ghost/author/${firm.slug}/`)
  expect(former.get('Location')).toBe(`/blog/author/${firm.slug}`)
})
