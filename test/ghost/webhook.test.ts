import request from 'supertest'
import { expect, it } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { createWebhooks, writePost } from './support/admin.ts'
import { env } from './support/env.ts'

const secret = 'un-secret-de-test'

/** Copies are fresh for an hour, so only a webhook can show a change earlier. */
const notified = { ...env, POSTS_TTL_SECONDS: '3600', GHOST_WEBHOOK_SECRET: secret }

const postEvents = ['post.published', 'post.published.edited', 'post.unpublished', 'post.deleted']

it.each([
  ['site.changed alone', ['site.changed']],
  ['the events of posts', postEvents],
  ['both', [...postEvents, 'post.edited', 'post.tag.attached', 'post.tag.detached', 'site.changed']],
])('shows what is published, edited, renamed, moved, withdrawn and deleted, by %s', async (_name, events) => {
  await using site = await startSite(notified)
  await using _webhooks = await createWebhooks(`${site.url}/webhooks/ghost`, secret, events)
  const slug = `essai-${Date.now()}`

  /** Waits until each URL shows the post as expected. */
  async function shows(expected: { at: string; title: string | null; language?: 'fr' | 'en' }) {
    const { at, title, language = 'fr' } = expected
    const prefix = language === 'fr' ? '' : '/en'
    const look = async () => {
      const article = await request(site.app).get(`${prefix}/blog/${at}`)
      const api = await request(site.app).get(`/api/posts/${at}?lang=${language}`)
      const lists = [`${prefix}/blog`, `${prefix}/rss.xml`, `/api/posts?lang=${language}`]
      const texts = await Promise.all(lists.map(async (path) => (await request(site.app).get(path)).text))
      return {
        statuses: [article.status, api.status],
        titles: title === null ? null : [article.text, api.text, ...texts].map((text) => text.includes(title)),
        listed: texts.map((text) => text.includes(at)),
      }
    }
    const there = title !== null
    await expect.poll(look, { interval: 100 }).toEqual({
      statuses: there ? [200, 200] : [404, 404],
      titles: there ? [true, true, true, true, true] : null,
      listed: [there, there, there],
    })
  }

  await shows({ at: slug, title: null })
  await using post = await writePost({ slug, title: 'Essai', html: '<p>Un.</p>', tags: ['fr'], status: 'draft' })
  await shows({ at: slug, title: null })
  await post.change({ status: 'published' })
  await shows({ at: slug, title: 'Essai' })
  await post.change({ title: 'Un titre corrigé' })
  await shows({ at: slug, title: 'Un titre corrigé' })
  await shows({ at: `${slug}-bis`, title: null })
  await post.change({ slug: `${slug}-bis` })
  await shows({ at: `${slug}-bis`, title: 'Un titre corrigé' })
  expect((await request(site.app).get(`/blog/${slug}`)).status).toBe(404)
  await shows({ at: `${slug}-bis`, title: null, language: 'en' })
  await post.change({ tags: ['en'] })
  await shows({ at: `${slug}-bis`, title: 'Un titre corrigé', language: 'en' })
  await shows({ at: `${slug}-bis`, title: null })
  await post.change({ status: 'draft' })
  await shows({ at: `${slug}-bis`, title: null, language: 'en' })
  await post.change({ status: 'published', tags: ['fr'] })
  await shows({ at: `${slug}-bis`, title: 'Un titre corrigé' })
  await post.delete()
  await shows({ at: `${slug}-bis`, title: null })
  expect(site.logged()).not.toContain('Webhook rejected')
})
