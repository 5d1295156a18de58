import fetch from 'node-fetch'
import request from 'supertest'
import { expect, it } from 'vitest'
import type { PostSummary } from '../../shared/post.ts'
import { elements, headOf } from '../http/support/html.ts'
import { thingOf } from '../http/support/structured-data.ts'
import { startSite } from '../support/start-site.ts'
import { writePost } from './support/admin.ts'
import { env, ghostUrl } from './support/env.ts'

const siteUrl = 'https://www.site.example'
const html = '<p>Un texte sur les marégraphes.</p>'
const french = { status: 'published', title: 'Une paire', html, tags: [{ name: 'fr' }, { name: '#pair-essai' }] }
const english = { ...french, title: 'A pair', tags: [{ name: 'en' }, { name: '#pair-essai' }] }

/** The slugs of the published posts that match a filter of Ghost's, newest first. */
async function slugsInGhost(filter: string): Promise<string[]> {
  const query = new URLSearchParams({ key: env.GHOST_CONTENT_API_KEY, filter, fields: 'slug', limit: '100' })
  const answer = await fetch(`${ghostUrl}/ghost/api/content/posts/?${query}`)
  const { posts } = (await answer.json()) as { posts: { slug: string }[] }
  return posts.map(({ slug }) => slug)
}

const pairLinksIn = (page: string) => elements(page, 'a').filter(({ attributes }) => attributes.hreflang)

const slugsIn = (page: string) =>
  elements(page, 'h2').flatMap(({ inner }) =>
    elements(inner, 'a').map(({ attributes }) => attributes.href?.split('/').at(-1)),
  )

it('two posts with the same internal tag lead to each other', async () => {
  await using un = await writePost(french)
  await using one = await writePost(english)
  await using site = await startSite({ ...env, SITE_URL: siteUrl })
  for (const path of ['/blog', '/en/blog', `/blog/${un.slug}`]) await request(site.app).get(path).expect(200)
  const { text, headers } = await request(site.app).get(`/blog/${un.slug}`).expect(200)
  const [fr, en] = [`${siteUrl}/blog/${un.slug}`, `${siteUrl}/en/blog/${one.slug}`]
  expect(pairLinksIn(text).map(({ attributes }) => attributes.href)).toEqual([`/en/blog/${one.slug}`])
  expect(headOf(text).alternates).toEqual({ fr, en, 'x-default': fr })
  expect(headers.link).toContain(`<${en}>;rel=alternate;hreflang=en`)
  expect(text).not.toMatch(/>#pair-|hash-pair[^"]*</)
  expect((await request(site.app).get('/sitemap.xml').expect(200)).text).toContain(`hreflang="en" href="${en}"`)
})

it('an author has a page with what Ghost says of them and their posts in its language', async () => {
  await using site = await startSite({ ...env, SITE_URL: siteUrl })
  const { body } = await request(site.app).get('/api/posts?lang=fr').expect(200)
  const authors = (body.posts as PostSummary[]).flatMap((post) => post.authors)
  const author = authors.find(({ slug }) => slug === 'camille') ?? authors[0]
  const { text } = await request(site.app).get(`/blog/author/${author?.slug}`).expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([author?.name])
  expect(slugsIn(text).sort()).toEqual((await slugsInGhost(`tag:fr+authors:${author?.slug}`)).sort())
  expect(thingOf(text, 'Person')).toMatchObject({ name: author?.name, url: `${siteUrl}/blog/author/${author?.slug}` })
  expect(text).not.toContain(new URL(ghostUrl).host)
  await request(site.app).get('/blog/author/personne').expect(404)
})
