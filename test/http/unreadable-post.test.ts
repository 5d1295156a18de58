import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const deep = fakePost('profond', { html: '<div>'.repeat(3000), tags: [tags.fr] })

it('leaves a post that is nested beyond all bounds out of the list, the feeds, the sitemap and the API', async () => {
  await using ghost = await startFakeGhost([fakePost('un-article'), deep])
  await using site = await startSite(ghost.env)
  const paths = ['/blog', '/api/posts?lang=fr', '/rss.xml', '/sitemap.xml']
  const answers = await Promise.all(paths.map((path) => request(site.app).get(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { text } of answers) {
    expect(text).toContain('un-article')
    expect(text).not.toContain('profond')
  }
  expect(site.logged()).toContain('"slug":"profond","problem":"the post cannot be made: Error: the HTML is nested')
})

it('cannot read such an article, nor a list of such posts only, and leaves Ghost alone for a while', async () => {
  await using ghost = await startFakeGhost([deep])
  await using site = await startSite(ghost.env)
  for (const path of ['/blog/profond', '/api/posts?lang=fr', '/api/posts/profond?lang=fr']) {
    const answer = await request(site.app).get(path)
    expect(answer.status).toBe(503)
    expect(Number(answer.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  }
  const list = await request(site.app).get('/blog')
  expect([list.status, list.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(ghost.calls).toHaveLength(2)
})
