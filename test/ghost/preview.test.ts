import request from 'supertest'
import { expect, it } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { type AdminPost, askAdmin, writePost } from './support/admin.ts'
import { env } from './support/env.ts'

const withPreviews = { ...env, GHOST_ADMIN_API_KEY: process.env.GHOST_ADMIN_API_KEY ?? '' }
const ghostHost = new URL(env.GHOST_URL).host

it('shows a draft as it will be published, then redirects to the article', async () => {
  await using site = await startSite(withPreviews)
  const html = `<h2>Un titre</h2><p>Voir <a href="${env.GHOST_URL}/toutes-les-cartes/">ceci</a> et <a href="https://example.com/?a=1&b=2">cela</a>.</p>`
  const slug = `brouillon-${Date.now()}`
  await using post = await writePost({ slug, title: 'Un brouillon', html, tags: ['fr', 'Stratégie'], status: 'draft' })
  const proseOf = (text: string) => /<div class="prose">[\s\S]*?<\/div>/.exec(text)?.[0]

  const preview = await request(site.app).get(`/preview/${post.uuid}`)
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('Un brouillon')
  expect(preview.text).toContain('href="/blog/toutes-les-cartes"')
  expect(preview.text).not.toContain(ghostHost)
  expect(preview.get('X-Robots-Tag')).toBe('noindex')

  await post.change({ status: 'published' })
  const published = await request(site.app).get(`/preview/${post.uuid}`)
  expect([published.status, published.get('Location')]).toEqual([302, `/blog/${slug}`])
  const article = await request(site.app).get(`/blog/${slug}`)
  expect(proseOf(article.text)).toBe(proseOf(preview.text))
})

it('shows a scheduled post, and an English one in English', async () => {
  await using site = await startSite(withPreviews)
  const { posts } = await askAdmin<{ posts: AdminPost[] }>('GET', 'posts/?filter=status:scheduled')
  const scheduled = await request(site.app).get(`/preview/${posts[0]?.uuid}`)
  expect(scheduled.status).toBe(200)
  expect(scheduled.text).toContain('2099')
  await using post = await writePost({ title: 'A draft', html: '<p>Body.</p>', tags: ['en'], status: 'draft' })
  expect((await request(site.app).get(`/preview/${post.uuid}`)).text).toContain('<html lang="en">')
})

it(
  'redirects from every published post to its article, and shows the post without a language',
  { timeout: 300_000 },
  async () => {
    await using site = await startSite(withPreviews)
    const { posts } = await askAdmin<{ posts: AdminPost[] }>('GET', 'posts/?filter=status:published&limit=50')
    const statuses: number[] = []
    // More requests from one address would be limited.
    for (const { uuid } of posts.slice(0, 25)) {
      const answer = await request(site.app).get(`/preview/${uuid}`)
      statuses.push(answer.status)
      expect(answer.text).not.toContain(ghostHost)
    }
    // The post without a language is on no other page.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => status === 200 || status === 302)).toBe(true)
  },
)

it('answers 404 for an unknown UUID, and 503 if the key is rejected', async () => {
  await using site = await startSite(withPreviews)
  expect((await request(site.app).get('/preview/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  const wrong = withPreviews.GHOST_ADMIN_API_KEY.replace(/.{8}$/, '01234567')
  await using refused = await startSite({ ...env, GHOST_ADMIN_API_KEY: wrong })
  expect((await request(refused.app).get('/preview/00000000-0000-4000-8000-000000000000')).status).toBe(503)
  expect(refused.logged()).toContain('Invalid token')
  expect(refused.logged()).not.toContain(wrong.split(':')[1])
})
