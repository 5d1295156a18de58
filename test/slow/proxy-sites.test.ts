import { afterAll, expect, it } from 'vitest'
import { askOverHttp } from '../support/ask-over-http.ts'
import { posts } from '../http/support/addresses.ts'
import { startBehindProxy } from '../http/support/behind-proxy.ts'

const behind = await startBehindProxy({ POSTS_TTL_SECONDS: '1' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, ghost, site1, site2 } = behind

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

it('shows a withdrawn article in no stored response, in any encoding', async () => {
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
