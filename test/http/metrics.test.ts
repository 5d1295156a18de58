import { writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { readExposition } from '../support/exposition.ts'
import { adminKey } from '../support/fake-ghost-admin.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startMailServer } from '../support/mail-server.ts'
import { photograph } from '../support/picture-host.ts'
import { startRedis } from '../support/redis.ts'
import { freePort, startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMeasuredSite } from '../support/start-measured-site.ts'
import { message, servedFields } from './support/contact.ts'

type Site = Awaited<ReturnType<typeof startMeasuredSite>>
type Ghost = Awaited<ReturnType<typeof startFakeGhost>>

const get =
  (path: string, headers: Record<string, string> = {}) =>
  (site: Site) =>
    request(site.app).get(path).set(headers)

const subscribe = (site: Site) =>
  request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'en' })

// As `promtool check metrics` asks: https://prometheus.io/docs/practices/naming/
it('names counters, and nothing else, as totals', async () => {
  await using site = await startMeasuredSite()
  const { types } = readExposition(await (await fetch(`${site.metricsUrl}/metrics`)).text())
  const totals = [...types.keys()].filter((name) => name.endsWith('_total'))
  expect(totals.length).toBeGreaterThan(5)
  expect(totals).toEqual([...types].filter(([, type]) => type === 'counter').map(([name]) => name))
})

/** What happens, and by how much each series grows. */
const movements: [name: string, act: (site: Site, ghost: Ghost) => unknown, grown: Record<string, number>][] = [
  [
    'a page',
    get('/ai?private=1'),
    {
      'site_http_requests_total{route="/ai",method="GET",status="200"}': 1,
      'site_http_request_duration_seconds_count{route="/ai"}': 1,
      'site_http_request_duration_seconds_bucket{route="/ai",le="+Inf"}': 1,
      'site_page_answers_total{outcome="miss"}': 1,
    },
  ],
  [
    'a page that is stored, then prepared, then known to the client',
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
      'site_page_answers_total{outcome="prepared"}': 3,
    },
  ],
  ['a page for one visitor alone', get('/contact?form=error'), { 'site_page_answers_total{outcome="bypass"}': 1 }],
  [
    'addresses that nobody has',
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
      for (const path of ['/favicon.svg', '/assets/none.js', '/en/rss.xml', '/healthz', '/api/posts?lang=de']) {
        await get(path)(site)
      }
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
    'a list and articles, asked of Ghost once each',
    async (site) => {
      for (const path of ['/blog', '/api/posts?lang=fr', '/blog/a', '/blog/a', '/blog/none', '/blog/none']) {
        await get(path)(site)
      }
    },
    {
      'site_posts_reads_total{about="list",outcome="miss"}': 1,
      'site_posts_reads_total{about="list",outcome="hit"}': 1,
      'site_posts_reads_total{about="article",outcome="miss"}': 1,
      'site_posts_reads_total{about="article",outcome="hit"}': 1,
      'site_posts_reads_total{about="article",outcome="absent"}': 2,
      'site_upstream_calls_total{kind="posts",outcome="2xx"}': 3,
      'site_upstream_call_duration_seconds_count{kind="posts"}': 3,
      'site_posts_listed{language="fr"}': 1,
      'site_http_requests_total{route="/blog/:slug",method="GET",status="404"}': 2,
    },
  ],
  [
    'a Ghost that fails',
    async (site, ghost) => {
      ghost.state.behaviour = 'answers 500'
      await get('/blog/a')(site)
    },
    {
      'site_upstream_calls_total{kind="posts",outcome="5xx"}': 1,
      'site_posts_reads_total{about="article",outcome="failed"}': 1,
      'site_http_requests_total{route="/blog/:slug",method="GET",status="503"}': 1,
      'site_page_answers_total{outcome="bypass"}': 1,
    },
  ],
  [
    'a Ghost that cuts its answer off, and one that never answers',
    async (site, ghost) => {
      ghost.state.behaviour = 'cuts the body off'
      await get('/blog/a')(site)
      ghost.state.behaviour = 'hangs'
      await get('/blog/b')(site)
    },
    {
      'site_upstream_calls_total{kind="posts",outcome="failed"}': 1,
      'site_upstream_calls_total{kind="posts",outcome="aborted"}': 1,
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
      'site_outbox_delivery_duration_seconds_count{step="subscription"}': 1,
      'site_upstream_calls_total{kind="members",outcome="2xx"}': 2,
      'site_http_requests_total{route="/api/newsletter",method="POST",status="202"}': 1,
    },
  ],
  [
    'a subscription while Ghost is ill',
    async (site, ghost) => {
      ghost.state.behaviour = 'answers 500'
      await subscribe(site)
      await expect.poll(site.logged).toContain('to be tried again')
    },
    {
      'site_outbox_deliveries_total{step="subscription",outcome="later"}': 1,
      'site_upstream_calls_total{kind="members",outcome="5xx"}': 1,
      site_outbox_waiting: 1,
    },
  ],
  [
    'pictures: one that is made, one that is none, one that is missing',
    async (site, ghost) => {
      ghost.state.pictures = {
        '/content/images/a.jpg': await photograph(40, 30).jpeg().toBuffer(),
        '/content/images/b.jpg': Buffer.from('no picture'),
      }
      for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await get(`/media/content/images/${name}`)(site)
    },
    {
      'site_pictures_made_total{outcome="rendered"}': 1,
      'site_pictures_made_total{outcome="refused"}': 1,
      site_picture_duration_seconds_count: 2,
      'site_upstream_calls_total{kind="pictures",outcome="2xx"}': 2,
      'site_upstream_calls_total{kind="pictures",outcome="4xx"}': 1,
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
      'site_upstream_calls_total{kind="files",outcome="4xx"}': 1,
      'site_http_requests_total{route="/preview/:uuid",method="GET",status="404"}': 1,
    },
  ],
]

it.each(movements)('counts %s', async (_name, act, grown) => {
  await using ghost = await startFakeGhost([fakePost('a')])
  await using site = await startMeasuredSite({ ...ghost.env, GHOST_TIMEOUT_MS: '300', GHOST_ADMIN_API_KEY: adminKey })
  const before = await site.scrape()
  await act(site, ghost)
  await expect
    .poll(async () => {
      const after = await site.scrape()
      return Object.fromEntries(
        Object.keys(grown).map((series) => [series, (after.get(series) ?? 0) - (before.get(series) ?? 0)]),
      )
    })
    .toEqual(grown)
  // Nothing that a visitor or an operator has chosen stands in a label.
  expect([...(await site.scrape()).keys()].join()).not.toMatch(/private|nowhere|wp-admin|example|127\.0\.0\.1/)
})

it('counts a client that leaves before the answer is there', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.behaviour = 'hangs'
  await using site = await startMeasuredSite(ghost.env)
  const asked = rawRequest(`${site.url}/blog/un-article`).on('error', () => {})
  asked.end()
  await expect.poll(() => ghost.calls.length).toBe(1)
  asked.destroy()
  const series = 'site_http_requests_total{route="/blog/:slug",method="GET",status="aborted"}'
  await expect.poll(async () => (await site.scrape()).get(series)).toBe(1)
})

it('tells how old the list is that is served, and that it is stale', async () => {
  let now = Date.now()
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b')])
  await using site = await startMeasuredSite(ghost.env, () => now)
  expect((await site.scrape()).has('site_posts_list_age_seconds{language="fr"}')).toBe(false)
  await get('/blog')(site)
  now += 3_600_000
  ghost.state.behaviour = 'answers 500'
  await get('/blog')(site)
  const found = await site.scrape()
  expect(found.get('site_posts_list_age_seconds{language="fr"}')).toBe(3600)
  expect(found.get('site_posts_listed{language="fr"}')).toBe(2)
  expect(found.get('site_posts_reads_total{about="list",outcome="stale"}')).toBe(1)
})

it('tells when Ghost is left alone', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.behaviour = 'answers 500'
  await using site = await startMeasuredSite(ghost.env)
  expect((await site.scrape()).get('site_posts_source_left_alone')).toBe(0)
  for (const path of ['/blog', '/en/blog']) await get(path)(site)
  expect((await site.scrape()).get('site_posts_source_left_alone')).toBe(1)
})

it('tells of the outbox: what waits, since when, and what was refused', async () => {
  let now = Date.now()
  await using mail = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  await using site = await startMeasuredSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@nordet.example' }, () => now)
  await request(site.app)
    .post('/api/contact')
    .send({ ...(await servedFields(site.app)), ...message })
    .expect(202)
  await expect.poll(async () => (await site.scrape()).get('site_outbox_refused')).toBe(1)
  expect((await site.scrape()).get('site_outbox_deliveries_total{step="contact",outcome="refused"}')).toBe(1)

  await using waiting = await startMeasuredSite({}, () => now)
  await request(waiting.app)
    .post('/api/contact')
    .send({ ...(await servedFields(waiting.app)), ...message })
    .expect(202)
  now += 60_000
  const found = await waiting.scrape()
  expect([found.get('site_outbox_waiting'), found.get('site_outbox_oldest_seconds')]).toEqual([1, 60])
})

it('tells nothing of an outbox that cannot be read, and all the rest', async () => {
  await using site = await startMeasuredSite({ OUTBOX_DIR: 'package.json/outbox' })
  const found = await site.scrape()
  expect(found.has('site_outbox_waiting')).toBe(false)
  expect(found.get('site_ready')).toBe(1)
})

it('tells whether Redis is there, and what it does not answer', async () => {
  await using redis = await startRedis()
  await using site = await startMeasuredSite({ REDIS_URL: redis.url })
  expect((await site.scrape()).get('site_redis_up')).toBe(1)
  redis.pause()
  await expect.poll(async () => (await site.scrape()).get('site_redis_up'), { timeout: 10_000 }).toBe(0)
  expect((await site.scrape()).get('site_redis_faults_total{reason="late"}')).toBeGreaterThan(0)
  redis.resume()
  await using alone = await startMeasuredSite()
  expect((await alone.scrape()).has('site_redis_up')).toBe(false)
})

it('tells of readiness, of the build and of the process', async () => {
  await using site = await startMeasuredSite()
  const before = await site.scrape()
  expect(before.get('site_ready')).toBe(1)
  expect([...before.keys()]).toContainEqual(
    expect.stringMatching(/^site_build_info\{version="[\d.]+",build="\w{12}"\}$/),
  )
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_open_fds']) {
    expect([name, before.get(name)]).toEqual([name, expect.any(Number)])
  }
  site.retire()
  expect((await site.scrape()).get('site_ready')).toBe(0)
})

it('keeps to the text format and to Prometheus’ naming, and its histograms add up', async () => {
  await using site = await startMeasuredSite()
  for (const path of ['/', '/blog', '/nowhere']) await get(path)(site)
  const answer = await fetch(`${site.metricsUrl}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const { types, samples } = readExposition(await answer.text())
  const ours = [...types].filter(([name]) => name.startsWith('site_'))
  expect(ours.length).toBeGreaterThan(15)
  for (const [name, type] of ours) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect(name).not.toMatch(/millisecond|_ms|_count$|_sum$|_bucket$/)
  }
  const buckets = [...samples].filter(([series]) =>
    series.startsWith('site_http_request_duration_seconds_bucket{route="/",'),
  )
  const counts = buckets.map(([, count]) => count)
  expect(counts.length).toBeGreaterThan(5)
  expect(counts).toEqual([...counts].sort((one, other) => one - other))
  expect(counts.at(-1)).toBe(samples.get('site_http_request_duration_seconds_count{route="/"}'))
})

it.each([
  ['GET', '/metrics', 200],
  ['HEAD', '/metrics', 200],
  ['GET', '/metrics?name[]=x', 200],
  ['POST', '/metrics', 405],
  ['GET', '/', 404],
  ['GET', '/metrics/', 404],
  ['GET', '/healthz', 404],
  ['GET', '/ai', 404],
])('answers on the port of metrics %s %s with %i', async (method, path, status) => {
  await using site = await startMeasuredSite()
  const answer = await fetch(site.metricsUrl + path, { method })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toMatch(status === 200 && method === 'GET' ? /^# HELP / : /^$/)
})

it('is not reachable where visitors are', async () => {
  await using site = await startMeasuredSite()
  const answer = await get('/metrics')(site)
  expect([answer.status, answer.text.includes('# HELP')]).toEqual([404, false])
})

it('runs beside the built site, and stops with it', async () => {
  const port = await freePort()
  await using site = await startBuiltSite({ METRICS_PORT: String(port) })
  await fetch(`${site.url}/ai`)
  const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
  expect(await scrape()).toContain('site_http_requests_total{route="/ai",method="GET",status="200"} 1')
  const ended = site.end('SIGTERM')
  await expect.poll(async () => readExposition(await scrape()).samples.get('site_ready')).toBe(0)
  expect(await ended).toBe(0)
  await expect(scrape()).rejects.toThrow()
})

it('does not start where its port is taken, and says which', async () => {
  await using first = await startBuiltSite({})
  const { port } = new URL(first.url)
  await expect(startBuiltSite({ METRICS_PORT: port })).rejects.toThrow(
    `METRICS_PORT: "${port}" cannot be listened on (listen EADDRINUSE: address already in use 127.0.0.1:${port}); expected a free port`,
  )
})

it('does not load what counts where nobody asks for metrics', async () => {
  // A module that is loaded on the way says so.
  await using folder = await temporaryFolder()
  const spy = join(folder.path, 'spy.cjs')
  const load = "if (/prom-client/.test(words[0])) console.log('loaded', words[0]); return load(...words)"
  await writeFile(
    spy,
    `const { Module } = require('module'), load = Module._load; Module._load = (...words) => { ${load} }`,
  )
  const env = { NODE_OPTIONS: `--require ${spy}` }
  await using without = await startBuiltSite(env)
  await using measured = await startBuiltSite({ ...env, METRICS_PORT: String(await freePort()) })
  expect([without, measured].map(({ said }) => /loaded.*prom-client/.test(said()))).toEqual([false, true])
})
