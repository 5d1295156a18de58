import { afterAll, expect, it } from 'vitest'
import { askOverHttp } from '../support/ask-over-http.ts'
import { posts } from '../http/support/addresses.ts'
import { startBehindProxy } from '../http/support/behind-proxy.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them.
const behind = await startBehindProxy({ FORMS_PER_10_MINUTES: '3', POSTS_TTL_SECONDS: '1' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, ghost, site1, site2 } = behind

it('limits a visitor’s forms on each instance, whatever X-Forwarded-For the visitor sends', async () => {
  const statuses: number[] = []
  for (let number = 1; number <= 8; number += 1) {
    const invented = { 'X-Forwarded-For': `203.0.113.${number}`, Forwarded: `for=203.0.113.${number}` }
    const headers = { 'Content-Type': 'application/json', ...invented }
    const body = JSON.stringify({ email: `ada-${number}@example.com`, lang: 'fr' })
    statuses.push((await ask('/api/newsletter', { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429])
  await expect.poll(() => ghost.subscriptions).toHaveLength(6)
  // Ghost also limits by the visitor's real address.
  for (const { headers } of ghost.subscriptions) expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  for (const instance of [site1, site2]) await expect.poll(instance.said).toContain('/api/newsletter')
})

const slug = 'un-article'
const texts = [
  ...['/', '/blog', '/blog/un-article', '/blog/tag/strategie', '/blog/author/camille', '/rss.xml', '/feed.json'],
  ...['/sitemap.xml', '/api/posts?lang=fr', '/api/posts/un-article?lang=fr'],
]
const searches = ['/blog?q=article', '/api/search?lang=fr&q=article']
const stored = [...texts, '/share/fr/un-article.png']
const versions = stored.flatMap((path) => ['br', 'gzip', 'identity'].map((encoding) => ({ path, encoding })))

type Ask = (path: string, asked: { headers: Record<string, string> }) => Promise<{ status: number; headers: object }>

/** Checks that bodies with the same entity tag are identical. */
async function stateOf({ path, encoding }: (typeof versions)[number], through: Ask) {
  const { status, headers } = await through(path, { headers: { 'Accept-Encoding': encoding } })
  return [path, encoding, status, 'etag' in headers ? headers.etag : null]
}

it('shows a withdrawn article in no stored response of any encoding', async () => {
  const before = await Promise.all(versions.map((version) => stateOf(version, ask)))
  expect(before.filter(([, , status]) => status !== 200)).toEqual([])
  for (const path of [...texts, ...searches]) expect((await ask(path)).text, path).toContain(slug)
  for (const path of stored) expect((await ask(path)).headers['cache-control']).toContain('stale-while-revalidate=60')

  ghost.state.posts = posts.filter((post) => post.slug !== slug)
  for (const { url } of [site1, site2]) {
    for (const path of texts) await expect.poll(async () => (await askOverHttp(url + path)).text).not.toContain(slug)
  }
  for (const version of versions) {
    const now = await stateOf(version, (path, asked) => askOverHttp(site1.url + path, asked))
    expect(before).not.toContainEqual(now)
    await expect.poll(() => stateOf(version, ask)).toEqual(now)
  }
  for (const path of [...texts, ...searches]) expect((await ask(path)).text, path).not.toContain(slug)
})
