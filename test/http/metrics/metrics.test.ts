import { request as rawRequest } from 'node:http'
import request from 'supertest'
import { expect, it } from 'vitest'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { fakePost, startFakeGhost } from '../../support/fake-ghost.ts'
import { photograph } from '../../support/picture-host.ts'
import { startMeasuredSite } from '../../support/start-measured-site.ts'
import { exchange, requestText } from '../support/raw-socket.ts'
import { get, type Site } from '../support/visit.ts'

type Ghost = Awaited<ReturnType<typeof startFakeGhost>>

const subscribe = (site: Site) =>
  request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'en' })

type Act = (site: Site, ghost: Ghost, clock: { now: number }) => unknown

/** Requests an article while Ghost behaves like this. */
const askWhile =
  (behaviour: Ghost['state']['behaviour']): Act =>
  (site, ghost) => {
    ghost.state.behaviour = behaviour
    return get('/blog/a')(site)
  }

const visit = async (site: Site, ...paths: string[]) => {
  for (const path of paths) await get(path)(site)
}

const requests = (route: string, status: number | string, method = 'GET') =>
  `site_http_requests_total{route="${route}",method="${method}",status="${status}"}`
const pageAnswers = (outcome: string) => `site_page_answers_total{outcome="${outcome}"}`
const reads = (about: string, outcome: string) => `site_posts_reads_total{about="${about}",outcome="${outcome}"}`
const calls = (kind: string, outcome: string) => `site_upstream_calls_total{kind="${kind}",outcome="${outcome}"}`

/** Each act, and by how much each series grows. */
const movements: [name: string, act: Act, grown: Record<string, number>, env?: Record<string, string>][] = [
  [
    'a page that is rendered, cached, sent by the fast path, not modified, or for one visitor',
    async (site) => {
      await visit(site, '/en/about?private=1', '/en/about', '/en/about')
      const { headers } = await get('/en/about')(site)
      await get('/en/about', { 'If-None-Match': headers.etag as string })(site)
      const visitor = request.agent(site.app)
      const refused = await visitor.post('/api/newsletter').type('form').send({ email: 'ada@example', lang: 'en' })
      await visitor.get(String(refused.get('Location')))
    },
    {
      [requests('/about', 200)]: 4,
      [requests('/about', 304)]: 1,
      'site_http_request_duration_seconds_count{route="/about"}': 5,
      'site_http_request_duration_seconds_bucket{le="+Inf",route="/about"}': 5,
      ...{ [pageAnswers('miss')]: 1, [pageAnswers('hit')]: 1, [pageAnswers('fast')]: 3, [pageAnswers('bypass')]: 1 },
    },
  ],
  [
    'unknown addresses, files, feeds, health checks, wrong methods, and requests that Node refuses',
    async (site) => {
      await visit(site, '/nowhere', '/wp-admin/x', '/api/nothing', '/ai/', '/favicon.svg', '/assets/none.js')
      await visit(site, '/en/rss.xml', '/healthz', '/api/posts?lang=de')
      await request(site.app).head('/nowhere')
      await request(site.app).delete('/nowhere')
      await request(site.app).post('/ai')
      await exchange(site.url, 'EHLO a\r\n\r\n')
      await exchange(site.url, requestText('GET ftp://private/ai'))
      await exchange(site.url, requestText(`GET /${'a'.repeat(20_000)}`))
    },
    {
      ...{ [requests('unmatched', 404)]: 3, [requests('unmatched', 301)]: 1 },
      ...{ [requests('unmatched', 404, 'HEAD')]: 1, [requests('unmatched', 404, 'other')]: 1 },
      ...{ [requests('/:file', 200)]: 1, [requests('/assets/:file', 404)]: 1, [requests('/en/rss.xml', 200)]: 1 },
      ...{ [requests('/healthz', 200)]: 1, [requests('/api/posts', 400)]: 1, [requests('/ai', 405, 'POST')]: 1 },
      ...{ 'site_http_refusals_total{status="400"}': 2, 'site_http_refusals_total{status="431"}': 1 },
    },
  ],
  [
    'one call each for a list and an article that it lacks, and none for a listed article',
    (site) => visit(site, '/blog', '/api/posts?lang=fr', '/blog/a', '/blog/a', '/blog/none', '/blog/none'),
    {
      ...{ [reads('list', 'miss')]: 1, [reads('list', 'hit')]: 1 },
      ...{ [reads('article', 'hit')]: 2, [reads('article', 'absent')]: 2 },
      ...{ [calls('posts', '2xx')]: 2, 'site_upstream_call_duration_seconds_count{kind="posts"}': 2 },
      [requests('/blog/:slug', 404)]: 2,
    },
  ],
  [
    'a Ghost that fails',
    askWhile('answers 500'),
    {
      ...{ [calls('posts', '5xx')]: 1, [reads('article', 'failed')]: 1 },
      ...{ [requests('/blog/:slug', 503)]: 1, [pageAnswers('bypass')]: 1 },
    },
  ],
  ['a Ghost that disconnects in a response', askWhile('cuts the body off'), { [calls('posts', 'failed')]: 1 }],
  ['a Ghost that never answers', askWhile('hangs'), { [calls('posts', 'aborted')]: 1 }, { GHOST_TIMEOUT_MS: '100' }],
  [
    'no failure if a list is only stale',
    async (site, _ghost, clock) => {
      await visit(site, '/blog', '/en/blog')
      clock.now += 3_600_000
      await visit(site, '/blog')
    },
    { 'site_posts_list_age_seconds{language="en"}': 3600, site_posts_source_left_alone: 0 },
  ],
  [
    'a stale list that cannot be refreshed',
    async (site, ghost, clock) => {
      await visit(site, '/blog')
      clock.now += 3_600_000
      ghost.state.behaviour = 'answers 500'
      await visit(site, '/blog')
    },
    {
      'site_posts_list_age_seconds{language="fr"}': 3600,
      ...{ [reads('list', 'stale')]: 1, site_posts_source_left_alone: 1 },
    },
  ],
  [
    'a subscription',
    async (site, ghost) => {
      await subscribe(site)
      await expect.poll(() => ghost.subscriptions.length).toBe(1)
    },
    {
      'site_outbox_accepted_total{kind="subscription",outcome="accepted"}': 1,
      'site_outbox_deliveries_total{step="subscription",outcome="delivered"}': 1,
      ...{ [calls('members', '2xx')]: 2, [requests('/api/newsletter', 202, 'POST')]: 1 },
    },
  ],
  [
    'a subscription while Ghost fails',
    async (site, ghost, clock) => {
      ghost.state.behaviour = 'answers 500'
      await subscribe(site)
      await expect.poll(site.logged).toContain('to be tried again')
      clock.now += 60_000
    },
    {
      'site_outbox_deliveries_total{step="subscription",outcome="later"}': 1,
      ...{ [calls('members', '5xx')]: 1, site_outbox_waiting: 1, site_outbox_oldest_seconds: 60 },
    },
  ],
  [
    'pictures, files and previews, of which one exists',
    async (site, ghost) => {
      ghost.state.pictures = { '/content/images/a.jpg': await photograph(40, 30).jpeg().toBuffer() }
      await visit(site, '/media/content/images/a.jpg', '/media/content/images/c.jpg', '/media/content/files/none.pdf')
      await visit(site, '/preview/4a38f7e2-6a1c-4f0f-9d8f-1f7a3f6f2d11')
    },
    {
      ...{ [calls('media', '2xx')]: 1, [calls('media', '4xx')]: 2, [requests('/media/{*path}', 200)]: 1 },
      ...{ [calls('drafts', '2xx')]: 1, [requests('/preview/:uuid', 404)]: 1 },
    },
  ],
  [
    'clients that disconnect before the response, and in the middle of a form',
    async (site, ghost) => {
      ghost.state.behaviour = 'hangs'
      const call = rawRequest(`${site.url}/blog/a`).on('error', () => {})
      call.end()
      await expect.poll(() => ghost.calls.length).toBe(1)
      call.destroy()
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 100 }
      const sent = rawRequest(`${site.url}/api/newsletter`, { method: 'POST', headers }).on('error', () => {})
      sent.write('{', () => sent.destroy())
    },
    { [requests('/blog/:slug', 'aborted')]: 1, [requests('/api/newsletter', 'aborted', 'POST')]: 1 },
  ],
]

it.each(movements)('counts %s', async (_name, act, grown, env = {}) => {
  const clock = { now: Date.now() }
  await using ghost = await startFakeGhost([fakePost('a')])
  const settings = { ...ghost.env, GHOST_ADMIN_API_KEY: adminKey, ...env }
  await using site = await startMeasuredSite(settings, () => clock.now)
  const before = await site.scrape()
  await act(site, ghost, clock)
  const growth = async () => {
    const after = await site.scrape()
    return Object.keys(grown).map((series) => [series, (after.get(series) ?? 0) - (before.get(series) ?? 0)])
  }
  await expect.poll(growth).toEqual(Object.entries(grown))
  // Labels contain nothing that a visitor or an operator has chosen.
  expect([...(await site.scrape()).keys()].join()).not.toMatch(/private|nowhere|wp-admin|example|127\.0\.0\.1/)
})
