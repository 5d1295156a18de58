import fetch from 'node-fetch'
import request from 'supertest'
import { expect, it } from 'vitest'
import type { PostSummary } from '../../shared/post.ts'
import { elements, headOf } from '../http/support/html.ts'
import { thingOf } from '../http/support/structured-data.ts'
import { textIn } from '../http/support/texts.ts'
import { startSite } from '../support/start-site.ts'
import { startWay } from './support/way-to-ghost.ts'
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

it('two posts with the same internal tag lead to each other, also while Ghost is down', async () => {
  await using un = await writePost(french)
  await using one = await writePost(english)
  await using way = await startWay()
  let now = Date.now()
  await using site = await startSite({ ...way.env, SITE_URL: siteUrl }, () => now)
  for (const path of ['/blog', '/en/blog', `/blog/${un.slug}`]) await request(site.app).get(path).expect(200)
  way.cut()
  now += 3_600_000
  const { text, headers } = await request(site.app).get(`/blog/${un.slug}`).expect(200)
  const [fr, en] = [`${siteUrl}/blog/${un.slug}`, `${siteUrl}/en/blog/${one.slug}`]
  expect(pairLinksIn(text).map(({ attributes }) => attributes.href)).toEqual([`/en/blog/${one.slug}`])
  expect(headOf(text).alternates).toEqual({ fr, en, 'x-default': fr })
  expect(headers.link).toContain(`<${en}>;rel=alternate;hreflang=en`)
  expect(text).not.toMatch(/>#pair-|hash-pair[^"]*</)
  expect((await request(site.app).get('/sitemap.xml').expect(200)).text).toContain(`hreflang="en" href="${en}"`)
})

it('a withdrawn translation is no longer linked', async () => {
  await using un = await writePost(french)
  await using one = await writePost(english)
  await one.change({ status: 'draft' })
  await using site = await startSite(env)
  for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)
  expect(pairLinksIn((await request(site.app).get(`/blog/${un.slug}`).expect(200)).text)).toEqual([])
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

it('a search finds words without their accents, beginnings and small mistakes, also while Ghost is down', async () => {
  await using post = await writePost(french)
  await using way = await startWay()
  let now = Date.now()
  await using site = await startSite(way.env, () => now)
  await request(site.app).get('/blog').expect(200)
  way.cut()
  now += 3_600_000
  for (const q of ['maregraphes', 'MARÉG', 'marégrafes']) {
    const { body } = await request(site.app).get('/api/search').query({ lang: 'fr', q }).expect(200)
    expect((body.posts as PostSummary[]).map(({ slug }) => slug)).toEqual([post.slug])
  }
  const { text } = await request(site.app).get('/blog?q=maregraphes').expect(200)
  expect(elements(text, 'mark').map((mark) => mark.text)).toEqual(['marégraphes'])
})

it('a search finds nothing that only members may read', async () => {
  const reserved = { ...french, title: 'Le brise-glace', html: '<p>anticoagulation</p>', visibility: 'members' }
  await using post = await writePost(reserved)
  await using site = await startSite(env)
  const slugsOf = async (q: string) => {
    const { body } = await request(site.app).get('/api/search').query({ lang: 'fr', q }).expect(200)
    return (body.posts as PostSummary[]).map(({ slug }) => slug)
  }
  expect(await slugsOf('brise-glace')).toEqual([post.slug])
  expect(await slugsOf('anticoagulation')).toEqual([])
})

it('a featured post leads the list once the newest is older than a month', async () => {
  await using newest = await writePost(french)
  const [featured] = await slugsInGhost('tag:fr+featured:true')
  let now = Date.now()
  await using site = await startSite({ ...env, POSTS_TTL_SECONDS: '1' }, () => now)
  const first = async () => slugsIn((await request(site.app).get('/blog').expect(200)).text)[0]
  expect(await first()).toBe(newest.slug)
  now += 31 * 24 * 60 * 60 * 1000
  await expect.poll(first).toBe(featured)
})

it('an article links to others of its topics, except its neighbours in the list', async () => {
  const topic = { status: 'published', html, tags: [{ name: 'fr' }, { name: 'Marées' }] }
  await using newest = await writePost({ ...topic, title: 'La marée' })
  await using _beside = await writePost({ ...topic, title: 'Le jusant', published_at: '2020-01-03T10:00:00.000Z' })
  await using oldest = await writePost({ ...topic, title: 'Le flot', published_at: '2019-01-03T10:00:00.000Z' })
  await using site = await startSite(env)
  await request(site.app).get('/blog').expect(200)
  const { text } = await request(site.app).get(`/blog/${oldest.slug}`).expect(200)
  const related = elements(text, 'section').find(({ inner }) => inner.includes(textIn('fr', 'blog', 'related')))
  const links = elements(related?.inner ?? '', 'a').map(({ attributes }) => attributes.href)
  expect(links).toEqual([`/blog/${newest.slug}`])
})
