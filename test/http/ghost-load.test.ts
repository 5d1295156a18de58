import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'

it('answers twenty visitors who come at once by one call', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.delayMs = 100
  const ask = (path: string) => Promise.all(Array.from({ length: 20 }, () => request(site.url).get(path)))
  for (const path of ['/blog', '/blog/un-article']) {
    ghost.calls.length = 0
    const answers = await ask(path)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(ghost.calls).toHaveLength(1)
  }
})

const impossible = ["un'article", 'un article', ...'Un-Article un+article un,article (un) un:article été *'.split(' ')]

it('makes no call for impossible slugs', async () => {
  const { ghost, site } = await startSiteWithGhost([...posts, { ...fakePost('un-article'), tags: [tags.fr] }])
  for (const slug of [...impossible, 'un/article', '\u0000', "x'+tag:fr,slug:'un-article", 'a'.repeat(200)]) {
    const path = encodeURIComponent(slug)
    for (const asked of [`/blog/${path}`, `/api/posts/${path}?lang=fr`]) {
      expect([asked, (await request(site.url).get(asked)).status]).toEqual([asked, 404])
    }
    expect([slug, ghost.calls]).toEqual([slug, []])
  }
})

it('asks for a flood of invented articles a few at a time', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.delayMs = 20
  const slugs = Array.from({ length: 80 }, (_, index) => `invented-${index}`)
  const answers = await Promise.all(slugs.map((slug) => request(site.url).get(`/api/posts/${slug}?lang=fr`)))
  expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 404))
  expect(ghost.calls).toHaveLength(80)
  expect(ghost.load.most).toBeLessThanOrEqual(10)
})

it('answers others between the posts of a list of a thousand', async () => {
  const html = '<p>Un mot et <b>un autre</b>.</p>'.repeat(30)
  await using ghost = await startFakeGhost(
    Array.from({ length: 1000 }, (_, index) => fakePost(`article-${index}`, { html, tags: [tags.fr] })),
  )
  await using site = await startBuiltSite({ ...ghost.env, POSTS_WAIT_MS: '20000', GHOST_TIMEOUT_MS: '20000' })
  let isRead = false
  const list = fetch(`${site.url}/api/posts?lang=fr`).finally(() => (isRead = true))
  let answers = 0
  for (const lastPage = () => ghost.calls.some(({ searchParams }) => searchParams.get('page') === '10'); !isRead;) {
    const { status } = await fetch(`${site.url}/healthz`)
    if (status === 200 && lastPage()) answers += 1
  }
  expect((await list).status).toBe(200)
  expect(answers).toBeGreaterThan(20)
})
