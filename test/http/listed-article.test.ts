import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../support/fake-ghost.ts'
import { startSiteWithGhost } from '../support/start-site.ts'

it('shows an article that only the list has read, once Ghost fails', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('jamais-ouvert')])
  await request(site.app).get('/blog').expect(200)
  ghost.state.behaviour = 'answers 500'
  const article = await request(site.app).get('/blog/jamais-ouvert').expect(200)
  expect(article.text).toContain('Corps de jamais-ouvert.')
  expect(article.headers['cache-status']).toContain('posts; hit')
  await request(site.app).get('/blog/inconnu').expect(503)
})

const noon = Date.parse('2026-11-20T12:00:00Z')
const states = (title: string) =>
  ['avant', 'article', 'apres'].map((slug, day) =>
    fakePost(slug, { title: `${slug}, ${title}`, published_at: `2026-09-2${9 - day}T10:30:00.000Z` }),
  )

/** The states of the source that a document shows: of the article, and of those before and after it. */
const shown = (text: string) => [
  ...new Set([...text.matchAll(/(?:avant|article|apres), (état \d)/g)].map(([, one]) => one)),
]

/** A site that has read the article in a first state, and after its lifetime the list alone in a second one. */
async function startWithNewerList(clock: { now: number }) {
  const { ghost, site } = await startSiteWithGhost(states('état 1'), {}, () => clock.now)
  for (const path of ['/blog', '/blog/article', '/api/posts/article?lang=fr']) await request(site.app).get(path)
  clock.now += 60_000
  ghost.state.posts = states('état 2')
  // Ghost refuses the article alone, so the list is the only source.
  ghost.state.answer = (req, res, page) =>
    void (req.url?.includes('slug') ? res.writeHead(500).end() : res.end(JSON.stringify(page)))
  await expect.poll(async () => (await request(site.app).get('/blog')).text).toContain('état 2')
  return { ghost, site }
}

it('shows an article as the list has it that was read later, with neighbours of the same state', async () => {
  const clock = { now: noon }
  const later = await startWithNewerList(clock)
  for (let visit = 0; visit < 3; visit += 1) {
    const page = await request(later.site.app).get('/blog/article').expect(200)
    expect(shown(page.text)).toEqual(['état 2'])
    expect(page.headers['cache-status']).toContain('posts; hit')
  }
  const { body } = await request(later.site.app).get('/api/posts/article?lang=fr').expect(200)
  expect([body.posts[0].title, body.meta.newer.title]).toEqual(['article, état 2', 'avant, état 2'])
})

it('shows an article as it was read by itself where that was later than the list, in the list too', async () => {
  const clock = { now: noon }
  const later = await startWithNewerList(clock)
  later.ghost.state.posts = states('état 3')
  later.ghost.state.answer = null
  clock.now += 60_000
  await expect
    .poll(async () => (await request(later.site.app).get('/api/posts/article?lang=fr')).body.posts[0].title)
    .toBe('article, état 3')
  expect(shown((await request(later.site.app).get('/blog')).text)).toEqual(['état 2', 'état 3'])
})

it('puts a page of the list in front of the application, and takes it away with the list', async () => {
  const clock = { now: noon }
  const later = await startWithNewerList(clock)
  const visit = async () => shown((await request(later.site.app).get('/blog/article').expect(200)).text)
  for (let time = 0; time < 3; time += 1) expect(await visit()).toEqual(['état 2'])
  later.ghost.state.posts = states('état 3')
  clock.now += 60_000
  await expect.poll(async () => (await request(later.site.app).get('/blog')).text).toContain('état 3')
  expect(await visit()).toEqual(['état 3'])
})
