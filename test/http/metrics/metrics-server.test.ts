import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { readExposition } from '../../support/exposition.ts'
import { freePort } from '../../support/free-port.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { startMeasuredSite } from '../../support/start-measured-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { get } from '../support/visit.ts'

const site = await startMeasuredSite()
afterAll(() => site[Symbol.asyncDispose]())

// `promtool check metrics` checks the same: https://prometheus.io/docs/practices/naming/
it('keeps to the text format and to Prometheus’ naming, and its histograms add up', async () => {
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
  expect(counts).toEqual([...counts].sort((one, other) => one - other))
  expect(counts.at(-1)).toBe(samples.get('site_http_request_duration_seconds_count{route="/"}'))
})

it.each(['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml'])('has all series of %s', async (path) => {
  const asked = (await readFile(join(projectRoot, path), 'utf8')).match(/\b(?:site|process|nodejs)_\w+/g) ?? []
  const answer = await fetch(`${site.metricsUrl}/metrics`)
  const { types } = readExposition(await answer.text())
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((name) => !types.has(name.replace(/_bucket$/, '')))).toEqual([])
})

it('answers on the port of metrics GET and HEAD of /metrics alone, and visitors nowhere', async () => {
  const statuses = { 'GET /metrics': 200, 'HEAD /metrics': 200, 'GET /metrics?name[]=x': 200, 'POST /metrics': 405 }
  const absent = { 'GET /': 404, 'GET /metrics/': 404, 'GET /healthz': 404, 'GET /ai': 404 }
  for (const [asked, status] of Object.entries({ ...statuses, ...absent })) {
    const [method = '', path = ''] = asked.split(' ')
    const answer = await fetch(site.metricsUrl + path, { method })
    expect([asked, answer.status]).toEqual([asked, status])
    expect(await answer.text()).toMatch(status === 200 && method === 'GET' ? /^# HELP / : /^$/)
  }
  expect((await get('/metrics')(site).expect(404)).text).not.toContain('# HELP')
})

/** The built site. It prints a line when it loads prom-client. */
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
  // By now a site with a port has loaded it, as the test above shows.
  await using without = await startWatched()
  expect(without.loadsPromClient()).toBe(false)
})
