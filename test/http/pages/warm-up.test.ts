import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { deliver, type Site, siteChanged, startSiteWithWebhook } from '../support/webhook.ts'

const lists = ['/blog', '/en/blog']

/** Whether the cache had each page before this request. */
const cached = (site: Site, paths = lists) =>
  Promise.all(
    paths.map(async (path) => {
      const answer = await request(site.app).get(path).expect(200)
      return [path, answer.get('Cache-Status')?.includes('pages; hit')]
    }),
  )

const all = lists.map((path) => [path, true])

it('renders only the lists ahead, again once their posts change, without further calls', async () => {
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b', { tags: [tags.en] })])
  await using site = await startSiteWithWebhook(ghost.env)
  await site.warm()
  expect(await cached(site)).toEqual(all)
  const others = ['/', '/en/ai', '/terms', '/blog/a']
  expect(await cached(site, others)).toEqual(others.map((path) => [path, false]))
  const before = (await request(site.app).get('/blog')).text
  ghost.state.posts = [fakePost('a', { title: 'Un titre nouveau' })]
  ghost.calls.length = 0
  await deliver(site, siteChanged)
  await expect.poll(async () => (await request(site.app).get('/blog')).text).not.toBe(before)
  expect(await cached(site)).toEqual(all)
  expect(ghost.calls.length).toBeLessThanOrEqual(3)
})

/** Makes a process wait for its lists without the limit of 2.5 s, which a busy machine may exceed. */
const patiently = `data:text/javascript,${encodeURIComponent(
  'const { setTimeout } = globalThis; globalThis.setTimeout = (then, ms, ...rest) => setTimeout(then, ms === 2500 ? 2 ** 30 : ms, ...rest)',
)}`

it('has Ghost’s articles when it begins to listen, if Ghost answers in time', async () => {
  await using ghost = await startFakeGhost([fakePost('a', { title: 'Premier article' })])
  ghost.state.delayMs = 500
  await using site = await startBuiltSite({ ...ghost.env, NODE_OPTIONS: `--import=${patiently}` })
  const answer = await request(site.url).get('/blog').expect('Cache-Status', 'posts; hit, pages; hit')
  expect(answer.text).toContain('Premier article')
  await request(site.url).get('/readyz').expect(200)
})

it('listens within three seconds if Ghost hangs', async () => {
  await using ghost = await startFakeGhost([fakePost('a')])
  ghost.state.behaviour = 'hangs'
  // Longer than a test’s timeout.
  await using site = await startBuiltSite({ ...ghost.env, GHOST_TIMEOUT_MS: '60000' })
  await request(site.url).get('/readyz').expect(200)
})
