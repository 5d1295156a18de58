import request from 'supertest'
import { expect, it } from 'vitest'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import type { Answer } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { linesAbout } from '../support/instance.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const hangUp: Answer = (req) => void req.socket.destroy()

it('answers an impossible slug with 404 while Ghost fails, and does not take that for a recovery', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => noon)
  ghost.state.answer = hangUp
  for (const path of ['/blog/un-article', '/blog/invented']) await request(site.url).get(path)
  const called = ghost.calls.length

  for (const path of ['/blog/wp-login.php', '/api/posts/Index.php?lang=fr'])
    expect((await request(site.url).get(path)).status).toBe(404)

  expect((await request(site.url).get('/blog/another')).status).toBe(503)
  expect(ghost.calls).toHaveLength(called)
})

it.each<[string, string, string, Answer]>([
  ['hangs up', 'NetworkError', 'NetworkError', hangUp],
  [
    'is behind a firewall that refuses the site',
    'RefusedByProxy',
    'RefusedByProxy',
    (_req, res) => void res.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>Forbidden</h1>'),
  ],
  ['has no such address', 'UnexpectedStatus', 'UnexpectedStatus', (_req, res) => void res.writeHead(404).end('{}')],
  [
    'refuses the key',
    'UnauthorizedError',
    'UnauthorizedError: GHOST_CONTENT_API_KEY is refused',
    (_req, res) => void res.writeHead(401).end('{"errors":[{"message":"Unknown","type":"UnauthorizedError"}]}'),
  ],
])('says in /readyz and in the log that Ghost %s, and once that it answers again', async (_case, type, why, answer) => {
  let now = noon
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  const readyz = () => request(site.app).get('/readyz').expect(200)
  expect((await readyz()).text).toBe('ok\n')
  ghost.state.answer = answer
  for (const path of ['/blog', '/blog/un-article']) await request(site.app).get(path)
  expect((await readyz()).text).toBe(`ok\nposts: the list in fr cannot be read (${why}), and there is no copy\n`)
  expect(site.gauges.isSourceSuspended()).toBe(true)
  expect(site.logged().includes('GHOST_CONTENT_API_KEY is refused')).toBe(type !== why)
  ghost.state.answer = null
  now += 31_000
  expect((await request(site.app).get('/blog')).get('Cache-Status')).toContain('posts; fwd=miss')
  expect((await readyz()).text).toBe('ok\n')
  expect(site.gauges.isSourceSuspended()).toBe(false)
  expect(linesAbout(site, 'posts could not be read').map((line) => JSON.parse(line).type)).toEqual([type])
  expect(linesAbout(site, 'posts can be read again')).toHaveLength(1)
})

it('says in /readyz which list cannot be read, whichever was read last, and what is served instead', async () => {
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

const preview = '/preview/7b2f6f6c-0000-4000-8000-000000000000'

it('asks neither for previews nor for pictures and files until Ghost’s Retry-After is over', async () => {
  // Ghost accepts no token of the future.
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
