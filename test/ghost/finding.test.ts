import fetch from 'node-fetch'
import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../shared/company.ts'
import type { PostSummary } from '../../shared/post.ts'
import { elements, headOf, textOf } from '../http/support/html.ts'
import { thingOf } from '../http/support/structured-data.ts'
import { textIn } from '../http/support/texts.ts'
import { startSite } from '../support/start-site.ts'
import { type AdminPost, askAdmin, writePost } from './support/admin.ts'
import { env, ghostUrl } from './support/env.ts'

const siteUrl = 'https://www.site.example'
const published = { ...env, SITE_URL: siteUrl }

/** Publishes a post as an editor does, without deleting it later. Resolves to its slug. */
async function publish(post: object): Promise<string> {
  const body = { posts: [{ status: 'published', ...post }] }
  const { posts } = await askAdmin<{ posts: [AdminPost] }>('POST', 'posts/?source=html', body)
  return posts[0].slug
}

it('shows the metadata of a post that its author wrote in Ghost', async () => {
  const slug = await publish({
    title: 'Des métadonnées',
    html: '<p>Un texte.</p>',
    tags: [{ name: 'fr' }, { name: 'Stratégie' }],
    custom_excerpt: 'L’extrait de l’autrice.',
    canonical_url: 'https://autre.example/original',
    meta_title: 'Pour les moteurs',
    meta_description: 'Description pour les moteurs',
    og_title: 'Pour les réseaux',
    og_image: `${ghostUrl}/content/images/2026/11/ocean.png`,
    twitter_description: 'Pour X',
    feature_image: `${ghostUrl}/content/images/2026/11/ocean.png`,
    feature_image_alt: 'Dégradé bleu',
    feature_image_caption: `Photo\u00a0: <a href="${ghostUrl}/etude-de-cas-cooperative/">une étude</a>`,
  })
  await using site = await startSite(published)
  const { text } = await request(site.app).get(`/blog/${slug}`).expect(200)
  const { titles, meta, canonical, alternates } = headOf(text)
  expect(titles).toEqual([`Pour les moteurs | ${company.name}`])
  expect(canonical).toEqual(['https://autre.example/original'])
  expect(alternates).toEqual({})
  expect(meta).toMatchObject({
    'og:title': 'Pour les réseaux',
    'og:url': 'https://autre.example/original',
    'twitter:title': 'Pour les réseaux',
    'twitter:description': 'Pour X',
  })
  expect(meta.description).toBe('Description pour les moteurs')
  expect(meta['og:image']).toMatch(/^https:\/\/www\.site\.example\/media\/\S+ocean/)
  expect(text).toMatch(/<figcaption>Photo\u00a0: <a href="\/blog\/etude-de-cas-cooperative"[^>]*>une étude<\/a>/)
  expect(text).not.toContain(new URL(ghostUrl).host)
  const card = await request(site.app).get('/api/posts?lang=fr')
  expect((card.body.posts as PostSummary[]).find((post) => post.slug === slug)?.excerpt).toBe('L’extrait de l’autrice.')
})

it('shows the public part of a members’ post, with a notice', async () => {
  await using site = await startSite(published)
  const { text } = await request(site.app).get('/blog/reserve-aux-membres').expect(200)
  expect(text).toContain('Cette introduction est publique.')
  expect(textOf(text)).toContain(textIn('fr', 'blog', 'reserved.members.body'))
  expect(thingOf(text, 'BlogPosting').isAccessibleForFree).toBe(false)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  const [reserved] = (body.posts as PostSummary[]).filter(({ slug }) => slug === 'reserve-aux-membres')
  expect(reserved).toMatchObject({ access: false, visibility: 'members' })
})

it('shows the posts of a public tag, but has no page for an internal tag', async () => {
  await using site = await startSite(published)
  const { text } = await request(site.app).get('/blog/tag/strategie').expect(200)
  for (const slug of ['reserve-aux-membres', 'etude-de-cas-cooperative']) expect(text).toContain(`href="/blog/${slug}"`)
  expect(text).not.toContain('toutes-les-cartes')
  for (const slug of ['hash-campagne', 'fr', 'strategy', 'inconnu']) {
    await request(site.app).get(`/blog/tag/${slug}`).expect(404)
  }
})

it('finds an article whose slug is a time in Ghost’s filter language', async () => {
  const slug = await publish({ title: 'Une durée', html: '<p>Un texte.</p>', tags: [{ name: 'fr' }], slug: 'now-1d' })
  expect(slug).toBe('now-1d')
  await using site = await startSite(published)
  await request(site.app).get(`/blog/${slug}`).expect(200)
})

const html = '<p>Un texte sur les marégraphes.</p>'
const french = { status: 'published', title: 'Une paire', html, tags: [{ name: 'fr' }, { name: '#pair-essai' }] }
const english = { ...french, title: 'A pair', tags: [{ name: 'en' }, { name: '#pair-essai' }] }

/** The slugs of the published posts that a filter of Ghost's finds, newest first. */
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

it('two translations with the same internal tag link to each other', async () => {
  await using un = await writePost(french)
  await using one = await writePost(english)
  await using site = await startSite(published)
  for (const path of ['/blog', '/en/blog', `/blog/${un.slug}`]) await request(site.app).get(path).expect(200)
  const { text, headers } = await request(site.app).get(`/blog/${un.slug}`).expect(200)
  const [fr, en] = [`${siteUrl}/blog/${un.slug}`, `${siteUrl}/en/blog/${one.slug}`]
  expect(pairLinksIn(text).map(({ attributes }) => attributes.href)).toEqual([`/en/blog/${one.slug}`])
  expect(headOf(text).alternates).toEqual({ fr, en, 'x-default': fr })
  expect(headers.link).toContain(`<${en}>;rel=alternate;hreflang=en`)
  expect(text).not.toMatch(/>#pair-|hash-pair[^"]*</)
  expect((await request(site.app).get('/sitemap.xml').expect(200)).text).toContain(`hreflang="en" href="${en}"`)
})

it('an author’s page shows their profile in Ghost, and their posts in the page’s language', async () => {
  await using site = await startSite(published)
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
