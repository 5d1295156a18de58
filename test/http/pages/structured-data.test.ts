import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'
import { graphOf, type JsonLdNode, thingOf } from '../support/structured-data.ts'

const siteUrl = 'https://www.site.example'
const { site } = await shareSiteWithGhost([...posts, fakePost('un-autre', { tags: [tags.fr] })], { SITE_URL: siteUrl })

it.each([
  { path: '/', way: null },
  { path: '/ai', way: ['Accueil', 'IA'], isService: true },
  { path: '/archiving', way: ['Accueil', 'Archivage'], isService: true },
  { path: '/security/architecture', way: ['Accueil', 'Architecture de sécurité'], isService: true },
  { path: '/en/security/vulnerability', way: ['Home', 'Vulnerability management'], isService: true },
  { path: '/blog', way: ['Accueil', 'Blogue'], listed: ['/blog/un-article', '/blog/un-autre'] },
  { path: '/blog/un-article', way: ['Accueil', 'Blogue', 'Titre de un-article'] },
  { path: '/en/blog/an-article', way: ['Home', 'Blog', 'Title of an-article'] },
  { path: '/blog/tag/strategie', way: ['Accueil', 'Blogue', 'Stratégie'], listed: ['/blog/un-article'] },
  { path: '/en/terms', way: ['Accueil', 'Conditions d’utilisation et confidentialité'], own: '/terms' },
])('the structured data of $path has the way $way', async ({ path, way, isService, listed, own = path }) => {
  const { text } = await request(site.app).get(path).expect(200)
  const graph = graphOf(text)
  const lists = graph.filter((thing) => thing['@type'] === 'BreadcrumbList')
  const items = lists.flatMap((list) => list.itemListElement as JsonLdNode[])
  expect(lists.length === 0 ? null : items.map(({ name }) => name)).toEqual(way)
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
  if (way) expect(items.at(-1)?.item).toBe(siteUrl + own)
  expect(graph.filter((thing) => thing['@type'] === 'Service')).toMatchObject(
    isService
      ? [
          {
            url: siteUrl + path,
            provider: { '@id': `${siteUrl}/#organization` },
            mainEntityOfPage: { '@id': siteUrl + path },
          },
        ]
      : [],
  )
  if (listed)
    expect(thingOf(text, 'Blog').blogPost).toMatchObject(listed.map((article) => ({ url: siteUrl + article })))
})

it.each(['/nulle/part', '/blog/inconnu', '/blog/tag/inconnu'])(
  'the structured data of %s, a 404, names no page',
  async (path) => {
    const { text } = await request(site.app).get(path).expect(404)
    expect(graphOf(text).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
    expect(elements(text, 'h1')).toHaveLength(1)
  },
)
