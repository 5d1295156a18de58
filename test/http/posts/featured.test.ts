import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { postLinksIn } from '../support/html.ts'

const published = Date.parse('2026-09-01T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const posts = ['newest', 'older', 'oldest'].map((slug, index) =>
  fakePost(slug, {
    published_at: new Date(published - index * day).toISOString(),
    featured: slug === 'oldest',
  }),
)

const slugsIn = (html: string) => postLinksIn(html).map((href) => href?.replace('/blog/', ''))

it.each(['0', '2'])(
  'a featured post leads the list once the newest is older than a month, with %s on a page',
  async (size) => {
    let now = published + 30 * day
    const { site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: size }, () => now)
    const list = () => request(site.app).get('/blog').expect(200)
    const shown = (slugs: string[]) => (size === '0' ? slugs : slugs.slice(0, 2))
    // The page is made, then from the cache, then by the fast path.
    for (const { text } of [await list(), await list(), await list()])
      expect(slugsIn(text)).toEqual(shown(['newest', 'older', 'oldest']))
    const before = (await list()).get('ETag')

    now += day
    await expect.poll(async () => slugsIn((await list()).text)).toEqual(shown(['oldest', 'newest', 'older']))
    const answer = await list()
    expect(answer.get('ETag')).not.toBe(before)
    await request(site.app)
      .get('/blog')
      .set('If-None-Match', answer.get('ETag') ?? '')
      .expect(304)
  },
)

it('the browser’s lists are led as the server’s, and topics and feeds are newest first', async () => {
  const now = published + 31 * day
  const { site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' }, () => now)
  const slugsOf = async (path: string) => {
    const { body } = await request(site.app).get(path).expect(200)
    return (body.posts as { slug: string }[]).map(({ slug }) => slug)
  }
  expect(await slugsOf('/api/posts?lang=fr&page=1')).toEqual(['oldest', 'newest'])
  expect(await slugsOf('/api/posts?lang=fr&page=2')).toEqual(['older'])
  expect(slugsIn((await request(site.app).get('/blog?page=2')).text)).toEqual(['older'])
  expect(await slugsOf('/api/posts?lang=fr')).toEqual(['oldest', 'newest', 'older'])
  expect(slugsIn((await request(site.app).get('/blog/tag/strategie')).text)).toEqual(['newest', 'older', 'oldest'])
  const feed = await request(site.app).get('/feed.json').buffer(true).expect(200)
  const { items } = JSON.parse(feed.text) as { items: { url: string }[] }
  expect(items.map(({ url }) => new URL(url).pathname)).toEqual(['/blog/newest', '/blog/older', '/blog/oldest'])
})
