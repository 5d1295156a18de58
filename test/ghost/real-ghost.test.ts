import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../shared/language.ts'
import type { PostSummary } from '../../shared/post.ts'
import { startSite } from '../support/start-site.ts'
import { env, ghostUrl } from './support/env.ts'

const key = env.GHOST_CONTENT_API_KEY

type RawPost = { slug: string; title: string; html: string | null; access?: boolean; feature_image: string | null }

/** Ghost's own posts, page by page. */
async function askGhost(filter: string): Promise<RawPost[]> {
  const posts: RawPost[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ key, filter, include: 'authors,tags', limit: '100', page: String(page) })
    const answer = await fetch(`${ghostUrl}/ghost/api/content/posts/?${query}`)
    const body = (await answer.json()) as { posts: RawPost[]; meta: { pagination: { pages: number } } }
    posts.push(...body.posts)
    pages = body.meta.pagination.pages
  }
  return posts
}

it('has a Ghost', () => {
  expect(ghostUrl).toMatch(/^https?:/)
  expect(key).toMatch(/^[0-9a-f]{26}$/)
})

it.each(languages)('lists every post that Ghost has in %s, in the API and on the page', async (language) => {
  await using site = await startSite(env)
  const expected = (await askGhost(`tag:${language}`)).map(({ slug }) => slug)
  const listed: PostSummary[] = (await request(site.app).get(`/api/posts?lang=${language}`)).body.posts
  expect(listed.map(({ slug }) => slug).sort()).toEqual(expected.sort())

  const page = await request(site.app).get(localise('/blog', language))
  expect(page.status).toBe(200)
  const linked = [...page.text.matchAll(/<h2[^>]*><a[^>]* href="([^"]+)"/g)].map((match) => match[1])
  expect(linked).toEqual(listed.map(({ slug }) => localise(`/blog/${slug}`, language)))
})

it('shows every post, and nothing of the CMS, in any answer', { timeout: 300_000 }, async () => {
  await using site = await startSite(env)
  const leaks: string[] = []
  for (const language of languages) {
    const feeds = ['/rss.xml', '/feed.json'].map((path) => localise(path, language))
    const posts = (await askGhost(`tag:${language}`)).map(({ slug }) => slug)
    const pages = posts.flatMap((slug) => [localise(`/blog/${slug}`, language), `/api/posts/${slug}?lang=${language}`])
    for (const address of [...pages, ...feeds]) {
      const answer = await request(site.app).get(address).buffer(true)
      if (answer.status !== 200) leaks.push(`${address} answers ${answer.status}`)
      const whole = JSON.stringify(answer.headers) + answer.text
      if (whole.includes(key)) leaks.push(`${address} holds the key`)
      if (whole.includes(new URL(ghostUrl).host)) leaks.push(`${address} holds the CMS's address`)
    }
  }
  expect(leaks).toEqual([])
  expect(site.logged()).not.toContain(key)
})

it('answers 404 for an unknown slug, a draft, and a post of the other language', async () => {
  await using site = await startSite(env)
  for (const address of [
    '/blog/jamais-ecrit',
    // A hyphen before a slug means "not" in a filter.
    '/blog/-jamais-ecrit',
    '/blog/-',
    '/en/blog/toutes-les-cartes',
    '/blog/redesign-without-losing-your-soul',
  ]) {
    expect((await request(site.app).get(address)).status, address).toBe(404)
  }
})

it('explains in the log, and not on the page, that the key is rejected', async () => {
  await using site = await startSite({ ...env, GHOST_CONTENT_API_KEY: '0'.repeat(26) })
  expect((await request(site.app).get('/api/posts?lang=fr')).status).toBe(503)
  expect((await request(site.app).get('/blog')).text).not.toContain('Unknown Content API Key')
  expect(site.logged()).toContain('Unknown Content API Key')
  expect(site.logged()).toContain('UnauthorizedError')
})
