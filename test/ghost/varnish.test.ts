import { expect, it } from 'vitest'
import { startInstancesBehindVarnish } from '../http/support/behind-varnish.ts'
import { webhookSecret } from '../support/ghost-delivery.ts'
import { createWebhooks, writePost } from './support/admin.ts'
import { env } from './support/env.ts'

it('shows through Varnish what is published, edited, renamed, taken back and deleted', async () => {
  await using behind = await startInstancesBehindVarnish(env)
  const { ask, url } = behind
  await using _webhooks = await createWebhooks(`${url}/webhooks/ghost`, webhookSecret, ['site.changed'])
  const slug = `au-bord-${Date.now()}`

  /** Waits until the article, the list, the feed and the API show the title. */
  async function shows(at: string, title: string | null): Promise<void> {
    const look = async () => {
      const article = await ask(`/blog/${at}`)
      const lists = await Promise.all(['/blog', '/rss.xml', '/api/posts?lang=fr'].map((path) => ask(path)))
      return [
        article.status,
        ...lists.map(({ text }) => text.includes(at)),
        title !== null && article.text.includes(title),
      ]
    }
    const expected = title === null ? [404, false, false, false, false] : [200, true, true, true, true]
    // `npm run measure -- varnish` tells how soon: a test counts no time.
    await expect.poll(look).toEqual(expected)
  }

  await shows(slug, null)
  await using post = await writePost({ slug, title: 'Essai', html: '<p>Un.</p>', tags: ['fr'], status: 'draft' })
  await post.change({ status: 'published' })
  await shows(slug, 'Essai')
  await post.change({ title: 'Un titre corrigé' })
  await shows(slug, 'Un titre corrigé')
  expect((await ask(`/blog/${slug}-bis`)).status).toBe(404)
  await post.change({ slug: `${slug}-bis` })
  await shows(`${slug}-bis`, 'Un titre corrigé')
  // Varnish shows the old page once more while it asks for a new one: it was not asked there since.
  await expect.poll(async () => (await ask(`/blog/${slug}`)).status).toBe(404)
  await post.change({ status: 'draft' })
  await shows(`${slug}-bis`, null)
  await post.change({ status: 'published' })
  await shows(`${slug}-bis`, 'Un titre corrigé')
  await post.delete()
  await shows(`${slug}-bis`, null)
})
