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

/** Asks for an article of a Ghost that behaves so. */
const askWhere =
  (behaviour: Ghost['state']['behaviour']): Act =>
  (site, ghost) => {
    ghost.state.behaviour = behaviour
    return get('/blog/a')(site)
  }

/** Each act, and by how much each series grows. */
const movements: [name: string, act: Act, grown: Record<string, number>, env?: Record<string, string>][] = [
  [
    'a page',
    get('/ai?private=1'),
    {
      'site_http_requests_total{route="/ai",method="GET",status="200"}': 1,
      'site_http_request_duration_seconds_count{route="/ai"}': 1,
      'site_http_request_duration_seconds_bucket{le="+Inf",route="/ai"}': 1,
      'site_page_answers_total{outcome="miss"}': 1,
    },
  ],
  [
    'a page from the cache, then by the fast path, then known to the client',
    async (site) => {
      for (let times = 0; times < 3; times += 1) await get('/en/about')(site)
      const { headers } = await get('/en/about')(site)
      await get('/en/about', { 'If-None-Match': headers.etag as string })(site)
    },
    {
      'site_http_requests_total{route="/about",method="GET",status="200"}': 4,
      'site_http_requests_total{route="/about",method="GET",status="304"}': 1,
      'site_http_request_duration_seconds_count{route="/about"}': 5,
      'site_page_answers_total{outcome="miss"}': 1,
      'site_page_answers_total{outcome="hit"}': 1,
      'site_page_answers_total{outcome="fast"}': 3,
    },
  ],
  [
    'a page for one visitor alone',
    async (site) => {
      const visitor = request.agent(site.app)
      const refused = await visitor.post('/api/newsletter').type('form').send({ email: 'ada@example', lang: 'en' })
      await visitor.get(String(refused.get('Location')))
    },
    { 'site_page_answers_total{outcome="bypass"}': 1 },
  ],
  [
    'addresses that do not exist',
    async (site) => {
      for (const path of ['/nowhere', '/wp-admin/x', '/api/nothing', '/ai/']) await get(path)(site)
      await request(site.app).head('/nowhere')
      await request(site.app).delete('/nowhere')
    },
    {
      'site_http_requests_total{route="unmatched",method="GET",status="404"}': 3,
      'site_http_requests_total{route="unmatched",method="GET",status="301"}': 1,
      'site_http_requests_total{route="unmatched",method="HEAD",status="404"}': 1,
      'site_http_requests_total{route="unmatched",method="other",status="404"}': 1,
    },
  ],
  [
    'files, feeds, health and a wrong method',
    async (site) => {
      for (const path of ['/favicon.svg', '/assets/none.js', '/en/rss.xml', '/healthz', '/api/posts?lang=de'])
        await get(path)(site)
      await request(site.app).post('/ai')
    },
    {
      'site_http_requests_total{route="/:file",method="GET",status="200"}': 1,
      'site_http_requests_total{route="/assets/:file",method="GET",status="404"}': 1,
      'site_http_requests_total{route="/en/rss.xml",method="GET",status="200"}': 1,
      'site_http_requests_total{route="/healthz",method="GET",status="200"}': 1,
      'site_http_requests_total{route="/api/posts",method="GET",status="400"}': 1,
      'site_http_requests_total{route="/ai",method="POST",status="405"}': 1,
    },
  ],
  [
    'what never reaches the application',
    async (site) => {
      await exchange(site.url, 'EHLO a\r\n\r\n')
      await exchange(site.url, requestText('GET ftp://private/ai'))
      await exchange(site.url, requestText(`GET /${'a'.repeat(20_000)}`))
    },
    { 'site_http_refusals_total{status="400"}': 2, 'site_http_refusals_total{status="431"}': 1 },
  ],
  [
    'a list, its article and one that it lacks, asked of Ghost once each',
    async (site) => {
      for (const path of ['/blog', '/api/posts?lang=fr', '/blog/a', '/blog/a', '/blog/none', '/blog/none'])
        await get(path)(site)
    },
    {
      'site_posts_reads_total{about="list",outcome="miss"}': 1,
      'site_posts_reads_total{about="list",outcome="hit"}': 1,
      'site_posts_reads_total{about="article",outcome="hit"}': 2,
      'site_posts_reads_total{about="article",outcome="absent"}': 2,
      'site_upstream_calls_total{kind="posts",outcome="2xx"}': 2,
      'site_upstream_call_duration_seconds_count{kind="posts"}': 2,
      'site_http_requests_total{route="/blog/:slug",method="GET",status="404"}': 2,
    },
  ],
  [
    'a Ghost that fails',
    askWhere('answers 500'),
    {
      'site_upstream_calls_total{kind="posts",outcome="5xx"}': 1,
      'site_posts_reads_total{about="article",outcome="failed"}': 1,
      'site_http_requests_total{route="/blog/:slug",method="GET",status="503"}': 1,
      'site_page_answers_total{outcome="bypass"}': 1,
    },
  ],
  [
    'no failure if a list is only stale',
    async (site, _ghost, clock) => {
      for (const path of ['/blog', '/en/blog']) await get(path)(site)
      clock.now += 3_600_000
      await get('/blog')(site)
    },
    { 'site_posts_list_age_seconds{language="en"}': 3600, site_posts_source_left_alone: 0 },
  ],
  [
    'a stale list that Ghost does not renew',
    async (site, ghost, clock) => {
      await get('/blog')(site)
      clock.now += 3_600_000
      ghost.state.behaviour = 'answers 500'
      await get('/blog')(site)
    },
    {
      'site_posts_list_age_seconds{language="fr"}': 3600,
      'site_posts_reads_total{about="list",outcome="stale"}': 1,
      site_posts_source_left_alone: 1,
    },
  ],
  [
    'a Ghost that cuts its answer off',
    askWhere('cuts the body off'),
    { 'site_upstream_calls_total{kind="posts",outcome="failed"}': 1 },
  ],
  [
    'a Ghost that never answers',
    askWhere('hangs'),
    { 'site_upstream_calls_total{kind="posts",outcome="aborted"}': 1 },
    { GHOST_TIMEOUT_MS: '100' },
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
      'site_upstream_calls_total{kind="members",outcome="2xx"}': 2,
      'site_http_requests_total{route="/api/newsletter",method="POST",status="202"}': 1,
    },
  ],
  [
    'a subscription while Ghost is ill',
    async (site, ghost, clock) => {
      ghost.state.behaviour = 'answers 500'
      await subscribe(site)
      await expect.poll(site.logged).toContain('to be tried again')
      clock.now += 60_000
    },
    {
      'site_outbox_deliveries_total{step="subscription",outcome="later"}': 1,
      'site_upstream_calls_total{kind="members",outcome="5xx"}': 1,
      site_outbox_waiting: 1,
      site_outbox_oldest_seconds: 60,
    },
  ],
  [
    'pictures: one that is there, one that is missing',
    async (site, ghost) => {
      ghost.state.pictures = { '/content/images/a.jpg': await photograph(40, 30).jpeg().toBuffer() }
      for (const name of ['a.jpg', 'c.jpg']) await get(`/media/content/images/${name}`)(site)
    },
    {
      'site_upstream_calls_total{kind="media",outcome="2xx"}': 1,
      'site_upstream_calls_total{kind="media",outcome="4xx"}': 1,
      'site_http_requests_total{route="/media/{*path}",method="GET",status="200"}': 1,
    },
  ],
  [
    'a preview and a file',
    async (site) => {
      await get('/preview/4a38f7e2-6a1c-4f0f-9d8f-1f7a3f6f2d11')(site)
      await get('/media/content/files/none.pdf')(site)
    },
    {
      'site_upstream_calls_total{kind="drafts",outcome="2xx"}': 1,
      'site_upstream_calls_total{kind="media",outcome="4xx"}': 1,
      'site_http_requests_total{route="/preview/:uuid",method="GET",status="404"}': 1,
    },
  ],
  [
    'a client that leaves before the answer is there',
    async (site, ghost) => {
      ghost.state.behaviour = 'hangs'
      const asked = rawRequest(`${site.url}/blog/a`).on('error', () => {})
      asked.end()
      await expect.poll(() => ghost.calls.length).toBe(1)
      asked.destroy()
    },
    { 'site_http_requests_total{route="/blog/:slug",method="GET",status="aborted"}': 1 },
  ],
  [
    'a client that leaves in the middle of its form',
    (site) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 100 }
      const sent = rawRequest(`${site.url}/api/newsletter`, { method: 'POST', headers }).on('error', () => {})
      sent.write('{', () => sent.destroy())
    },
    { 'site_http_requests_total{route="/api/newsletter",method="POST",status="aborted"}': 1 },
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
  // Labels have nothing that a visitor or an operator has chosen.
  expect([...(await site.scrape()).keys()].join()).not.toMatch(/private|nowhere|wp-admin|example|127\.0\.0\.1/)
})
