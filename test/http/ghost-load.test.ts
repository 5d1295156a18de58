import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { startFailing } from './support/faults.ts'

it('answers twenty visitors who come at once by one call', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS: '5000' })
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

it('asks for an unknown article once, until its answer is old', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '30' }, () => now)
  const ask = async () => (await request(site.app).get('/blog/unknown')).status
  expect([await ask(), await ask()]).toEqual([404, 404])
  expect((await request(site.app).get('/api/posts/unknown?lang=fr')).status).toBe(404)
  expect(ghost.calls).toHaveLength(1)
  now += 29_999
  expect(await ask()).toBe(404)
  expect(ghost.calls).toHaveLength(1)
  now += 1
  ghost.state.posts = [...posts, fakePost('unknown')]
  expect(await ask()).toBe(200)
  expect(ghost.calls).toHaveLength(2)
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

it('keeps the real articles through a flood of invented ones', async () => {
  const { site } = await startSiteWithGhost(posts, { POSTS_MAX_ENTRIES: '3' })
  await request(site.app).get('/blog/un-article')
  for (let index = 0; index < 10; index += 1) await request(site.app).get(`/blog/invented-${index}`)
  expect((await request(site.app).get('/blog/un-article')).get('Cache-Status')).toContain('posts; hit')
})

it('asks a slow Ghost for a list once in its lifetime, under load, and no visitor waits for that', async () => {
  const lifetimeMs = 2000
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '2', POSTS_WAIT_MS: '20000' }, () => now)
  ghost.state.delayMs = 300
  for (const path of ['/blog', '/en/blog']) await request(site.url).get(path)
  ghost.calls.length = 0
  const lifetimes = 3
  for (let step = 0; step < lifetimes * 10; step += 1) {
    now += lifetimeMs / 10
    const answers = await Promise.all(
      ['/blog', '/en/blog', '/api/posts?lang=fr'].map((path) => request(site.url).get(path)),
    )
    // The first visitor after its lifetime gets the copy of before, too.
    for (const answer of answers) expect(answer.get('Cache-Status')).toMatch(/posts; (hit|fwd=stale)/)
  }
  for (const language of ['fr', 'en']) {
    const calls = ghost.calls.filter(({ searchParams }) => searchParams.get('filter') === `tag:${language}`)
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.length).toBeLessThanOrEqual(lifetimes)
  }
  expect(ghost.load.most).toBeLessThanOrEqual(2)
})

it('makes visitors wait for a Ghost that hangs once, and then one a pause', async () => {
  const { ghost, clock, site, ask } = await startFailing()
  ghost.state.behaviour = 'hangs'
  await ask('/blog')
  expect(ghost.calls).toHaveLength(1)
  await request(site.url).get('/blog')
  expect(ghost.calls).toHaveLength(1)
  clock.now += 1000
  ghost.state.behaviour = 'well'
  let answer = () => {}
  ghost.state.answer = (_req, res, page) => {
    answer = () => void res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page))
  }
  const trying = request(site.url)
    .get('/blog')
    .then(({ text }) => text)
  await expect.poll(() => ghost.calls.length).toBe(2)
  expect((await request(site.url).get('/blog')).text).not.toContain('Titre de un-article')
  answer()
  expect(await trying).toContain('Titre de un-article')
  expect(ghost.calls).toHaveLength(2)
})
