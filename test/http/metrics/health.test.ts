import request from 'supertest'
import { expect, it } from 'vitest'
import type { Answer } from '../../support/fake-ghost.ts'
import { answering, errorsOf } from '../../support/ghost-faults.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { linesAbout } from '../support/instance.ts'

it('is alive and answers visitors until it stops, but is not ready during shutdown', async () => {
  await using site = await startSite()
  for (const method of ['get', 'head'] as const) {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await request(site.app)[method](path).expect(200).expect('Cache-Control', 'no-store')
      expect(answer.get('Set-Cookie')).toBeUndefined()
    }
  }
  site.retire()
  for (const [path, status] of Object.entries({ '/readyz': 503, '/healthz': 200, '/ai': 200 }))
    await request(site.app).get(path).expect(status)
})

it('is ready with an outbox that cannot be used, and reports it', async () => {
  await using site = await startSite({ OUTBOX_DIR: 'package.json/outbox' })
  const { text } = await request(site.app).get('/readyz').expect(200)
  expect(text).toBe('ok\noutbox: the folder fails (ENOTDIR), what visitors send may be neither kept nor delivered\n')
})

it('has no posts to show if the folder of posts cannot be read', async () => {
  await using site = await startSite({ CONTENT_DIR: 'no/such/folder' })
  expect((await request(site.app).get('/api/posts?lang=fr')).status).toBe(503)
  expect((await request(site.app).get('/blog/un-article')).status).toBe(503)
  expect((await request(site.app).get('/blog')).status).toBe(200)
  expect((await request(site.app).get('/readyz')).text).toBe(
    'ok\nposts: the list in fr cannot be read (MarkdownError), and there is no copy\n',
  )
  expect(site.logged()).toContain('no/such/folder')
})

const moved: Answer = ({ url = '' }, res) =>
  void res.writeHead(301, { Location: `https://www.cms.example${url}` }).end()

it.each<{ state: string; answer: Answer; line: string; hasCopy?: true; paused?: string }>([
  { state: 'hangs up', answer: (req) => void req.socket.destroy(), line: '(NetworkError), and there is no copy' },
  { state: 'fails', answer: answering(404, '{}'), line: '(UnexpectedStatus), and there is no copy' },
  { state: 'fails', answer: answering(500, '{}'), line: '(UnexpectedStatus), its copy is served', hasCopy: true },
  { state: 'is behind a firewall', answer: answering(403, '{}'), line: '(RefusedByProxy), and there is no copy' },
  {
    state: 'refuses the key',
    answer: answering(401, errorsOf('UnauthorizedError')),
    line: '(UnauthorizedError: GHOST_CONTENT_API_KEY is refused), and there is no copy',
  },
  {
    state: 'asks for a pause',
    answer: answering(429, errorsOf('TooManyRequestsError'), { 'Retry-After': '7' }),
    line: '(TooManyRequestsError), and there is no copy',
    paused: 'posts: Ghost asked for no calls until 2026-11-20T12:00:07.000Z\n',
  },
  {
    state: 'has moved',
    answer: moved,
    line: '(Ghost has moved (status 301); set GHOST_URL to https://www.cms.example), and there is no copy',
  },
])('is ready if Ghost $state, and reports until it recovers: $line', async ({ answer, line, hasCopy, paused = '' }) => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  const readyz = async () => (await request(site.app).get('/readyz').expect(200)).text
  const readBoth = async () => {
    for (const path of ['/blog', '/en/blog']) await request(site.app).get(path).expect(200)
  }
  if (hasCopy) {
    await readBoth()
    now += 60_000
  }
  expect(await readyz()).toBe('ok\n')
  ghost.state.answer = (req, res, page) =>
    req.url?.includes('tag%3Afr') ? answer(req, res, page) : void res.end(JSON.stringify(page))
  // The list that was read last does not hide the other.
  await readBoth()
  await expect.poll(readyz).toBe(`ok\n${paused}posts: the list in fr cannot be read ${line}\n`)
  ghost.state.answer = null
  now += 31_000
  await readBoth()
  await expect.poll(readyz).toBe('ok\n')
  const logged = linesAbout(site, 'posts could not be read').map((each) => JSON.parse(each) as { msg: string })
  expect(logged).toHaveLength(1)
  expect(logged[0]?.msg.endsWith('GHOST_CONTENT_API_KEY is refused')).toBe(line.includes('GHOST_CONTENT_API_KEY'))
  expect(linesAbout(site, 'posts can be read again')).toHaveLength(1)
})
