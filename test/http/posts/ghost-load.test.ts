import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import request from 'supertest'
import { expect, it } from 'vitest'
import { deferred } from '../../support/deferred.ts'
import { fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** In bytes, of the site, its Ghost and its visitors, which share this process. */
function usedMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const askAll = (url: string, paths: string[]) => Promise.all(paths.map((path) => request(url).get(path)))

it('answers a hundred concurrent visitors by one call', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.delayMs = 100
  for (const [path, calls] of [
    ['/blog', 1],
    ['/blog/un-article', 0],
    ['/blog/nouveau', 1],
  ] as const) {
    ghost.calls.length = 0
    const answers = await askAll(site.url, Array<string>(100).fill(path))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(ghost.calls).toHaveLength(calls)
    ghost.state.posts = [...posts, fakePost('nouveau')]
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

/** By connections that stay open. */
async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

const invented = Array.from({ length: 1500 }, (_, index) => `/api/posts/invented-${index}?lang=fr`)

it('makes a hundred calls for a flood of invented articles, four at a time, until the list is read again', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  await request(site.url).get('/blog/un-article')
  ghost.state.delayMs = 5
  const before = usedMemory()
  for (const flood of [invented, invented.slice(0, 150)]) {
    ghost.calls.length = 0
    // In parts, so that the memory of the requests themselves is small.
    for (let at = 0; at < flood.length; at += 150) {
      const known = askAll(site.url, ['/blog/un-article', '/api/posts/un-article?lang=fr'])
      const statuses = await Promise.all(flood.slice(at, at + 150).map((path) => statusOf(site.url + path)))
      expect(new Set(statuses)).toEqual(new Set([404]))
      expect((await known).map(({ status }) => status)).toEqual([200, 200])
    }
    expect(ghost.calls.filter(({ searchParams }) => searchParams.get('limit') === '1')).toHaveLength(100)
    expect(ghost.load.most).toBeLessThanOrEqual(4)
    now += 60_000
    // The list is read after the answer.
    await request(site.url).get('/blog')
    await expect.poll(async () => (await request(site.url).get('/blog')).get('Cache-Status')).toContain('posts; hit')
  }
  expect(usedMemory() - before).toBeLessThan(30 * 2 ** 20)
})

it('answers requests between the posts of a list of a thousand', async () => {
  const html = '<p>Un mot et <b>un autre</b>.</p>'.repeat(30)
  await using ghost = await startFakeGhost(
    Array.from({ length: 1000 }, (_, index) => fakePost(`article-${index}`, { html, tags: [tags.fr] })),
  )
  // Posts are converted after all pages: the last page waits until the site listens.
  const { promise: listening, resolve: release } = deferred<void>()
  ghost.state.answer = ({ url = '' }, res, page) =>
    void (url.includes('page=10') ? listening : Promise.resolve()).then(() => res.end(JSON.stringify(page)))
  await using site = await startBuiltSite(ghost.env)
  let isRead = false
  const list = fetch(`${site.url}/api/posts?lang=fr`).finally(() => (isRead = true))
  expect(await statusOf(`${site.url}/healthz`)).toBe(200)
  release()
  let answers = 0
  while (!isRead) if ((await statusOf(`${site.url}/healthz`)) === 200) answers += 1
  expect((await list).status).toBe(200)
  expect(answers).toBeGreaterThan(20)
})
