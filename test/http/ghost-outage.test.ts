import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { adminKey } from '../support/fake-ghost-admin.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { webhookSecret } from '../support/ghost-delivery.ts'
import { posts, slugs } from './support/addresses.ts'
import { deliver, linesAbout } from './support/instance.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const paths = ['/blog', '/en/blog', '/blog/un-article', '/en/blog/an-article', '/api/posts?lang=fr', '/rss.xml']
const programs = [
  ...['/api/posts?lang=fr', '/api/posts?lang=en', '/en/feed.json'],
  ...['/api/posts/un-article?lang=fr', '/api/posts/an-article?lang=en'],
]

/** A site with a clock of its own in front of a Ghost that hangs up on every call. */
async function startSick(env: Record<string, string> = {}) {
  const clock = { now: noon }
  const { ghost, site } = await startSiteWithGhost(posts, env, () => clock.now)
  ghost.state.answer = (req) => void req.socket.destroy()
  const recover = () => {
    ghost.state.answer = null
  }
  return { ghost, clock, site, recover }
}

it('asks a Ghost that is down for little, however many visitors come for however many things', async () => {
  const { ghost, clock, site } = await startSick()
  for (let second = 0; second < 60; second += 1) {
    // The clock goes on before they ask, so that what they find out at the end still holds.
    clock.now += 1000
    // Programs' documents ask Ghost for the same as the pages, which take long to render sixty times.
    await Promise.all((second % 20 === 0 ? paths : programs).map((path) => request(site.url).get(path)))
    await request(site.url).get(`/api/posts/invented-${second}?lang=fr`)
  }
  // Two lists, of which each is tried once a pause, of 1, 1-2, 1-4, 1-8, and 1-10 s from then on.
  expect(ghost.calls.length).toBeLessThan(30)
  expect(site.gauges.isSourceSuspended()).toBe(true)
}, 60_000)

it.each([
  { what: 'an article that has not been read', path: '/blog/un-article' },
  { what: 'a list', path: '/api/posts?lang=en' },
  { what: 'a feed', path: '/rss.xml' },
])('asks a Ghost that is back within ten seconds for $what, when its Retry-After is over', async ({ path }) => {
  const { clock, site, recover } = await startSick()
  for (let second = 0; second < 60; second += 1) {
    clock.now += 1000
    for (const asked of [path, '/api/posts?lang=fr']) await request(site.url).get(asked)
  }
  const waits: number[] = []
  for (let second = 0; second < 15; second += 1) {
    clock.now += 1000
    waits.push(Number((await request(site.url).get(path)).get('Retry-After')))
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(10)
  recover()
  clock.now += (waits.at(-1) ?? 0) * 1000
  expect((await request(site.url).get(path)).status).toBe(200)
})

it('answers an impossible slug with 404 while Ghost fails, and takes it for no sign of life', async () => {
  const { ghost, site } = await startSick()
  for (const path of ['/blog/un-article', '/blog/invented']) await request(site.url).get(path)
  const called = ghost.calls.length

  for (const path of ['/blog/wp-login.php', '/api/posts/Index.php?lang=fr'])
    expect((await request(site.url).get(path)).status).toBe(404)

  expect((await request(site.url).get('/blog/another')).status).toBe(503)
  expect(ghost.calls).toHaveLength(called)
})

it('turns visitors away at once while Ghost hangs and there is no copy', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_TIMEOUT_MS: '100' }, () => noon)
  ghost.state.behaviour = 'hangs'
  await Promise.all(['/blog', '/en/blog'].map((path) => request(site.url).get(path)))
  const calls = ghost.calls.length
  const statuses: number[] = []
  for (const path of paths) {
    const answer = await request(site.url).get(path)
    statuses.push(answer.status)
    if (answer.status === 503) expect(answer.get('Retry-After')).toBe('1')
    expect(answer.get('Cache-Control')).toBe('no-store')
  }
  expect(statuses).toEqual([200, 200, 503, 503, 503, 503])
  expect(ghost.calls).toHaveLength(calls)
})

it('says in /readyz and in the log that Ghost fails, and once that it answers again', async () => {
  const { clock, site, recover } = await startSick()
  const readyz = () => request(site.app).get('/readyz')
  expect((await readyz()).text).toBe('ok\n')
  for (const path of ['/blog', '/blog/un-article']) await request(site.app).get(path)
  const ill = await readyz()
  expect(ill.status).toBe(200)
  expect(ill.text).toBe('ok\nposts: the list in fr cannot be read (NetworkError), and there is no copy\n')
  recover()
  clock.now += 1000
  expect((await request(site.app).get('/blog')).get('Cache-Status')).toContain('posts; fwd=miss')
  expect((await readyz()).text).toBe('ok\n')
  expect(linesAbout(site, 'posts could not be read')).toHaveLength(1)
  expect(linesAbout(site, 'posts can be read again')).toHaveLength(1)
})

it.each([
  ['refuses the key', 401, 'UnauthorizedError', 'UnauthorizedError: GHOST_CONTENT_API_KEY is refused'],
  ['has no such address', 404, 'UnexpectedStatus', 'UnexpectedStatus'],
] as const)('says in /readyz that Ghost %s, until it gives its list again', async (_case, status, type, why) => {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '1' }, () => clock.now)
  const errors = status === 401 ? [{ message: 'Unknown Content API Key', type }] : undefined
  ghost.state.answer = (_req, res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ errors }))
  await request(site.app).get('/blog')
  const refused = await request(site.app).get('/readyz')
  const remark = `posts: the list in fr cannot be read (${why}), and there is no copy`
  expect([refused.status, refused.text]).toEqual([200, `ok\n${remark}\n`])
  expect(site.logged().includes('GHOST_CONTENT_API_KEY is refused')).toBe(status === 401)
  expect(site.gauges.isSourceSuspended()).toBe(true)
  ghost.state.answer = null
  clock.now += 31_000
  await request(site.app).get('/blog')
  expect((await request(site.app).get('/readyz')).text).toBe('ok\n')
  expect(site.gauges.isSourceSuspended()).toBe(false)
})

it('says in /readyz which list Ghost does not give, whichever was asked for last, and what is served instead', async () => {
  const clock = { now: noon }
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => clock.now)
  const readyz = async () => (await request(site.app).get('/readyz')).text
  const readBoth = async () => {
    for (const lang of ['fr', 'en']) await request(site.app).get('/api/posts').query({ lang })
  }
  ghost.state.answer = (req, res, page) =>
    void (req.url?.includes('tag%3Afr') ? res.writeHead(500).end() : res.end(JSON.stringify(page)))
  await readBoth()
  expect(await readyz()).toBe('ok\nposts: the list in fr cannot be read (UnexpectedStatus), and there is no copy\n')
  expect(site.gauges.isSourceSuspended()).toBe(true)

  const failing = ghost.state.answer
  ghost.state.answer = null
  clock.now += 60_000
  await readBoth()
  await expect.poll(readyz).toBe('ok\n')
  ghost.state.answer = failing
  clock.now += 60_000
  await readBoth()
  await expect.poll(readyz).toBe('ok\nposts: the list in fr cannot be read (UnexpectedStatus), its copy is served\n')
})

it('says so of a folder that is missing too', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'en'))
  await using site = await startSite({ CONTENT_DIR: folder.path })
  for (const lang of ['fr', 'en']) await request(site.app).get('/api/posts').query({ lang })
  expect((await request(site.app).get('/readyz')).text).toBe(
    'ok\nposts: the list in fr cannot be read (MarkdownError), and there is no copy\n',
  )
})

it('goes on with all others while Ghost fails for one article', async () => {
  const many = Array.from({ length: 10 }, (_, index) => fakePost(`article-${index}`))
  const { ghost, site } = await startSiteWithGhost()
  await request(site.url).get('/blog')
  // They are published after the list was read.
  ghost.state.posts = [...many, fakePost('poison')]
  ghost.state.answer = (req, res, page) => {
    if (req.url?.includes('poison')) return void res.writeHead(500).end()
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page))
  }
  for (const { slug } of many) {
    expect((await request(site.url).get('/api/posts/poison?lang=fr')).status).toBe(503)
    expect((await request(site.url).get(`/api/posts/${slug}?lang=fr`)).status).toBe(200)
  }
})

it('asks Ghost at once when it delivers a change', async () => {
  const { ghost, clock, site, recover } = await startSick({ GHOST_WEBHOOK_SECRET: webhookSecret })
  for (const language of ['fr', 'en'] as const) {
    await request(site.app).get(`/api/posts?lang=${language}`)
    await request(site.app).get(`/api/posts/${slugs[language]}?lang=${language}`)
  }
  expect(site.gauges.isSourceSuspended()).toBe(true)
  recover()
  ghost.calls.length = 0
  await deliver(site, {}, clock.now)
  await expect.poll(() => site.gauges.isSourceSuspended()).toBe(false)
  await expect.poll(() => ghost.calls.length).toBeGreaterThanOrEqual(2)
  expect((await request(site.app).get('/blog/un-article')).status).toBe(200)
})

const preview = '/preview/7b2f6f6c-0000-4000-8000-000000000000'

it('asks neither for previews nor for pictures and files until Ghost’s Retry-After is over', async () => {
  // Ghost takes no token of the future.
  let now = Date.now() - 7000
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_ADMIN_API_KEY: adminKey }, () => now)
  ghost.state.behaviour = 'limits the rate'
  await request(site.app).get('/blog')
  expect((await request(site.app).get('/readyz')).text).toContain(
    `posts: Ghost asked for no calls until ${new Date(now + 7000).toISOString()}\n`,
  )
  ghost.state.behaviour = 'well'
  ghost.calls.length = 0
  const previewed = await request(site.app).get(preview)
  expect([previewed.status, previewed.get('Retry-After')]).toEqual([503, '7'])
  expect((await request(site.app).get('/media/content/images/photo.png')).status).toBe(503)
  const film = await request(site.app).get('/media/content/media/a.mp4')
  expect([film.status, film.get('Retry-After')]).toEqual([503, '5'])
  expect(ghost.calls).toEqual([])
  now += 7000
  expect((await request(site.app).get(preview)).status).toBe(404)
  expect((await request(site.app).get('/media/content/images/photo.png')).status).toBe(200)
})

it('still shows previews while the key for readers is refused, and the other way round', async () => {
  const clock = { now: Date.now() }
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_ADMIN_API_KEY: adminKey }, () => clock.now)
  ghost.state.answer = (_req, res) => void res.writeHead(401).end()
  await request(site.app).get('/blog')
  expect((await request(site.app).get(preview)).status).toBe(404)
  ghost.state.answer = null
  ghost.state.behaviour = 'refuses the key'
  expect((await request(site.app).get(preview)).status).toBe(503)
  ghost.state.behaviour = 'well'
  expect((await request(site.app).get('/en/blog/an-article')).status).toBe(503)
  clock.now += 30_000
  expect((await request(site.app).get('/en/blog/an-article')).status).toBe(200)
})
