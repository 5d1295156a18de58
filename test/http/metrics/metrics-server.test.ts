import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { readExposition } from '../../support/exposition.ts'
import { freePort } from '../../support/free-port.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { startMeasuredSite } from '../../support/start-measured-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { message, postTo, servedFields } from '../support/contact.ts'
import { get } from '../support/visit.ts'

const site = await startMeasuredSite()
afterAll(() => site[Symbol.asyncDispose]())

// `promtool check metrics` checks the same: https://prometheus.io/docs/practices/naming/
it('follows Prometheus’ text format and naming, and its histograms add up', async () => {
  for (const path of ['/', '/blog', '/nowhere']) await get(path)(site)
  const answer = await fetch(`${site.metricsUrl}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { types, samples } = readExposition(await answer.text())
  for (const [name, type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  const ours = [...types.keys()].filter((name) => name.startsWith('site_'))
  expect(ours.length).toBeGreaterThan(15)
  for (const name of ours) expect(name).not.toMatch(/millisecond|_ms|_count$|_sum$|_bucket$/)
  const buckets = [...samples].filter(([series]) =>
    /^site_http_request_duration_seconds_bucket\{le="[^"]+",route="\/"\}$/.test(series),
  )
  const counts = buckets.map(([, count]) => count)
  expect(counts.length).toBeGreaterThan(5)
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(counts.at(-1)).toBe(samples.get('site_http_request_duration_seconds_count{route="/"}'))
})

it.each(['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml'])('has all series of %s', async (path) => {
  const named = (await readFile(join(projectRoot, path), 'utf8')).match(/\b(?:site|process|nodejs)_\w+/g) ?? []
  const answer = await fetch(`${site.metricsUrl}/metrics`)
  const { types } = readExposition(await answer.text())
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !types.has(name.replace(/_bucket$/, '')))).toEqual([])
})

it('answers GET and HEAD of /metrics on its own port, and nothing else', async () => {
  const statuses = { 'GET /metrics': 200, 'HEAD /metrics': 200, 'GET /metrics?name[]=x': 200, 'POST /metrics': 405 }
  const absent = { 'GET /': 404, 'GET /metrics/': 404, 'GET /healthz': 404, 'GET /ai': 404 }
  for (const [sent, status] of Object.entries({ ...statuses, ...absent })) {
    const [method = '', path = ''] = sent.split(' ')
    const answer = await fetch(site.metricsUrl + path, { method })
    expect([sent, answer.status]).toEqual([sent, status])
    expect(await answer.text()).toMatch(status === 200 && method === 'GET' ? /^# HELP / : /^$/)
  }
  expect((await get('/metrics')(site).expect(404)).text).not.toContain('# HELP')
})

it('counts a message that the mail server refused', async () => {
  await using mail = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  await using site = await startMeasuredSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@site.example' })
  await postTo(site.app, '/api/contact', { ...(await servedFields(site.app)), ...message }).expect(202)
  await expect.poll(async () => (await site.scrape()).get('site_outbox_refused')).toBe(1)
  expect((await site.scrape()).get('site_outbox_deliveries_total{step="contact",outcome="refused"}')).toBe(1)
})

it('leaves out an outbox that cannot be read', async () => {
  await using site = await startMeasuredSite({ OUTBOX_DIR: 'package.json/outbox' })
  const found = await site.scrape()
  expect([found.has('site_outbox_waiting'), found.get('site_ready')]).toEqual([false, 1])
})

it('has readiness, the build, the process, and zero for each message that an alert may be about', async () => {
  await using site = await startMeasuredSite()
  const before = await site.scrape()
  expect([...before.keys()]).toContainEqual(
    expect.stringMatching(/^site_build_info\{version="[\d.]+",build="\w{12}"\}$/),
  )
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_open_fds'])
    expect([name, before.get(name)]).toEqual([name, expect.any(Number)])
  // The first lost message then counts as an increase.
  for (const kind of ['contact', 'subscription'])
    expect(before.get(`site_outbox_accepted_total{kind="${kind}",outcome="unavailable"}`)).toBe(0)
  // An unread list has no age.
  expect(before.has('site_posts_list_age_seconds{language="fr"}')).toBe(false)
  expect(before.get('site_ready')).toBe(1)
  site.retire()
  expect((await site.scrape()).get('site_ready')).toBe(0)
})

/** The built site, which reports when it loads prom-client. */
async function startWatched(env: Record<string, string> = {}) {
  await using folder = await temporaryFolder()
  const spy = join(folder.path, 'spy.cjs')
  const load = "if (/prom-client/.test(words[0])) console.log('loaded', words[0]); return load(...words)"
  await writeFile(
    spy,
    `const { Module } = require('module'), load = Module._load; Module._load = (...words) => { ${load} }`,
  )
  const built = await startBuiltSite({ ...env, NODE_OPTIONS: `--require ${spy}` })
  return { ...built, loadsPromClient: () => /loaded.*prom-client/.test(built.said()) }
}

// Processes take time to start and stop, so these tests run at the same time.
it.concurrent('runs beside the built site, and stops with it', async ({ expect }) => {
  const port = await freePort()
  await using built = await startWatched({ METRICS_PORT: String(port) })
  expect(built.loadsPromClient()).toBe(true)
  await fetch(`${built.url}/ai`)
  const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
  expect(await scrape()).toContain('site_http_requests_total{route="/ai",method="GET",status="200"} 1')
  const ended = built.end('SIGTERM')
  await expect.poll(async () => readExposition(await scrape()).samples.get('site_ready')).toBe(0)
  expect(await ended).toBe(0)
  await expect(scrape()).rejects.toThrow()
})

it.concurrent('does not load prom-client without a port for metrics', async () => {
  // By now a site with a metrics port has loaded it, as the test above shows.
  await using without = await startWatched()
  expect(without.loadsPromClient()).toBe(false)
})
