import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf, postLinksIn, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

// Topics and authors have this in common: each has a page with its posts.
const siteUrl = 'https://www.site.example'
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25 & <suite>' }
const camille = { name: 'Camille Lefèvre', slug: 'camille' }
const ada = { name: 'Ada Byron', slug: 'ada' }
const firm = { name: company.name, slug: 'firm' }
const posts = [
  fakePost('a', { tags: [tags.fr, tags.strategie, law], authors: [camille, ada] }),
  fakePost('b', { tags: [tags.fr, law, tags.internal], authors: [camille] }),
  fakePost('c', { tags: [tags.fr], authors: [firm] }),
  fakePost('tag', { tags: [tags.fr], authors: [firm], title: 'Un article nommé tag' }),
  fakePost('author', { tags: [tags.fr], authors: [ada], title: 'Un article nommé author' }),
  fakePost('d', { tags: [tags.en, tags.strategie], authors: [camille] }),
]
const kinds = ['tag', 'author'] as const

const { site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl })

it.each([
  { kind: 'tag', path: '/blog/tag/loi-25', language: 'fr', name: law.name, links: ['/blog/a', '/blog/b'] },
  { kind: 'tag', path: '/blog/tag/strategie', language: 'fr', name: 'Stratégie', links: ['/blog/a'] },
  { kind: 'tag', path: '/en/blog/tag/strategie', language: 'en', name: 'Stratégie', links: ['/en/blog/d'] },
  { kind: 'author', path: '/blog/author/camille', language: 'fr', name: camille.name, links: ['/blog/a', '/blog/b'] },
  { kind: 'author', path: '/blog/author/ada', language: 'fr', name: ada.name, links: ['/blog/a', '/blog/author'] },
  { kind: 'author', path: '/en/blog/author/camille', language: 'en', name: camille.name, links: ['/en/blog/d'] },
] as const)('$path shows the posts of its $kind', async ({ kind, path, language, name, links }) => {
  const { text } = await request(site.app).get(path).expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([name])
  expect(postLinksIn(text)).toEqual(links)
  const { titles, meta, canonical } = headOf(text)
  expect(titles).toEqual([`${textIn(language, 'blog', `${kind}.title`).replace('{{name}}', name)} | ${company.name}`])
  expect(meta.description).toContain(name)
  expect(meta['og:type']).toBe('website')
  expect(canonical).toEqual([siteUrl + path])
})

// See shared/post-list.test.ts for tags that are no topics.
it.each([
  ...['/blog/tag/inconnu', '/blog/tag/hash-campagne', '/en/blog/tag/loi-25', '/blog/tag/a%2Fb'],
  ...['/blog/author/inconnu', '/en/blog/author/ada', '/blog/author/Camille'],
])('%s is no topic and no author of this language: 404', async (path) => {
  const { text } = await request(site.app).get(path).expect(404)
  expect(textOf(text)).toContain('Unexpected Application Error')
  expect(headOf(text)).toMatchObject({ canonical: [], meta: { robots: 'noindex' } })
})

it.each(kinds)('/blog/%s is the article of that name, or 404', async (kind) => {
  const { text } = await request(site.app).get(`/blog/${kind}`).expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([`Un article nommé ${kind}`])
  await request(site.app).get(`/en/blog/${kind}`).expect(404)
  await request(site.app).get(`/blog/${kind}/`).expect(301).expect('Location', `/blog/${kind}`)
})

it('calls the CMS only for the list that it reads anyway', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  await request(site.app).get('/blog').expect(200)
  for (const path of ['tag/loi-25', 'tag/inconnu', 'tag/hash-campagne', 'author/camille', 'author/inconnu'])
    await request(site.app).get(`/blog/${path}`)
  expect(ghost.calls).toHaveLength(1)
})
