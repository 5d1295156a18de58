import Parser from 'rss-parser'
import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../shared/company.ts'
import { languages, localise } from '../../shared/language.ts'
import type { PostSummary } from '../../shared/post.ts'
import { headOf, textOf } from '../http/support/html.ts'
import { thingOf } from '../http/support/structured-data.ts'
import { textIn } from '../http/support/texts.ts'
import { startSite } from '../support/start-site.ts'
import { type AdminPost, askAdmin } from './support/admin.ts'
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

it('shows the public part of what is for members, and says so', async () => {
  await using site = await startSite(published)
  const { text } = await request(site.app).get('/blog/reserve-aux-membres').expect(200)
  expect(text).toContain('Cette introduction est publique.')
  expect(textOf(text)).toContain(textIn('fr', 'blog', 'reserved.members.body'))
  expect(thingOf(text, 'BlogPosting').isAccessibleForFree).toBe(false)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  const [reserved] = (body.posts as PostSummary[]).filter(({ slug }) => slug === 'reserve-aux-membres')
  expect(reserved).toMatchObject({ access: false, visibility: 'members' })
})

it.each(languages)('its feeds in %s are read by parsers, and tell of the newest posts', async (language) => {
  await using site = await startSite(published)
  const listed = (await request(site.app).get(`/api/posts?lang=${language}`)).body.posts as PostSummary[]
  const ids = listed.slice(0, 50).map(({ id }) => id)
  const { text } = await request(site.app).get(localise('/rss.xml', language)).expect(200).buffer(true)
  const rss = await new Parser().parseString(text)
  expect(rss.items.map(({ guid }) => guid)).toEqual(ids)
  const json = await request(site.app).get(localise('/feed.json', language)).expect(200).buffer(true)
  const feed = JSON.parse(json.text) as { items: { id: string; content_html: string }[] }
  expect(feed.items.map(({ id }) => id)).toEqual(ids)
  for (const { content_html: html } of feed.items) {
    expect(html).not.toMatch(/\s(class|style|role|aria-\w+|data-[\w-]+|on\w+)=|<(script|iframe|form|button|svg)\b/)
    expect(html).not.toMatch(/\s(href|src)="(?!https?:|mailto:|tel:)/)
    expect(html).toMatch(/\S/)
  }
  for (const whole of [text, json.text]) expect(whole).not.toContain(new URL(ghostUrl).host)
})

it('shows the posts of a topic, and no internal one', async () => {
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
