import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { healthPaths } from '../../server/http/health.ts'
import { createRegistry, createScrape } from '../../server/metrics/metrics.ts'
import { createRecorder } from '../../server/metrics/recorder.ts'
import { callKinds } from '../../server/runtime/observer.ts'
import { readExposition } from '../support/exposition.ts'
import { textOf } from './project-files.ts'

/** Every metric of a scrape, each label with a value. */
async function scrapeOfAll() {
  const registry = createRegistry()
  const observer = createRecorder(registry)
  observer.onAnswer('/', 'GET', 500, 1)
  observer.onRefusal(400)
  observer.onPage('hit')
  for (const outcome of ['hit', 'stale', 'failed'] as const) observer.onPosts('list', outcome)
  for (const kind of callKinds) observer.onCall(kind, '2xx', 1)
  for (const outcome of ['accepted', 'unavailable'] as const) observer.onAcceptance('contact', outcome)
  observer.onDelivery('contact', 'delivered')
  const gauges = {
    isReady: () => true,
    listAgeSeconds: () => 1,
    isSourceSuspended: () => false,
    outbox: () => Promise.resolve({ waiting: 0, oldestSeconds: 0, refused: 0 }),
  }
  // A collection of garbage may not have happened yet.
  const text = await createScrape(registry, gauges, { version: '1', build: '1' })()
  const { samples, types } = readExposition(text)
  samples.set('nodejs_gc_duration_seconds_sum{kind="minor"}', 0)
  return { samples, types }
}

const aggregation = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
const selector = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})?(?=[\s)[,]|$)/g
const words = ['and', 'or', 'unless', 'sum', 'min', 'max', 'vector']

/** The metrics that an expression of PromQL asks for, and the labels that it matches, with their values. */
function selectorsIn(
  expression: string,
): { name: string; matchers: { label: string; test: RegExp; not: boolean }[] }[] {
  const plain = expression.replace(aggregation, ' ').replace(/\[[^\]]*\]/g, ' ')
  return [...plain.matchAll(selector)]
    .filter(([, name = '']) => !words.includes(name))
    .map(([, name = '', inner = '']) => ({
      name,
      matchers: [...inner.matchAll(/(\w+)\s*(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => ({
          label,
          test: new RegExp(`^(?:${operator.endsWith('~') ? value : value.replace(/[^\w-]/g, '\\$&')})$`),
          not: operator.startsWith('!'),
        }),
      ),
    }))
}

/** Labels that Prometheus gives to all that it scrapes, and its own metric of each scrape. */
const given = ['job', 'instance']
const scrapes = 'up'

/** The parts of an expression that no scrape can have. */
function missingIn(expression: string, samples: Map<string, number>): string[] {
  return selectorsIn(expression).flatMap(({ name, matchers }) => {
    const series = [...samples.keys()].filter((one) => one.split('{', 1)[0] === name)
    if (series.length === 0) return name === scrapes ? [] : [name]
    return matchers
      .filter(({ label }) => !given.includes(label))
      .filter(({ label, test, not }) => {
        const values = series.flatMap((one) => new RegExp(`[{,]${label}="([^"]*)"`).exec(one)?.[1] ?? [])
        return values.length === 0 || (!not && !values.some((value) => test.test(value)))
      })
      .map(({ label, test }) => `${name}{${label}: ${test.source}}`)
  })
}

type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }
type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] }

const dashboard = (JSON.parse(textOf('deploy/grafana-dashboard.json')) as Dashboard).panels.flatMap(
  ({ title, targets = [] }) => targets.map(({ expr }) => ({ name: `the panel "${title}"`, expr })),
)
const alerts = (parse(textOf('deploy/prometheus-alerts.yaml')) as Alerts).groups.flatMap(({ rules }) =>
  rules.map(({ alert, expr }) => ({ name: `the alert ${alert}`, expr })),
)
const { samples, types } = await scrapeOfAll()

it.each([...dashboard, ...alerts])('$name asks for metrics that a scrape has', ({ expr }) => {
  expect(selectorsIn(expr)).not.toEqual([])
  expect(missingIn(expr, samples)).toEqual([])
})

it('the alert of errors counts no probe: on a quiet site they are most of the answers', () => {
  const { expr = '' } = alerts.find(({ name }) => name.endsWith('SiteErrors')) ?? {}
  expect(selectorsIn(expr)).toHaveLength(3)
  for (const { matchers } of selectorsIn(expr))
    for (const path of Object.values(healthPaths))
      expect(matchers.some(({ label, not, test }) => label === 'route' && not && test.test(path))).toBe(true)
})

it('the alert of an old list asks whether Ghost fails: one that nobody asks for grows old too', () => {
  const { expr = '' } = alerts.find(({ name }) => name.endsWith('SitePostsOld')) ?? {}
  expect(selectorsIn(expr).map(({ name }) => name)).toEqual([
    'site_posts_list_age_seconds',
    'site_posts_source_left_alone',
  ])
})

it('every metric of the site is shown by a panel or an alert', () => {
  const asked = [...dashboard, ...alerts].flatMap(({ expr }) => selectorsIn(expr).map(({ name }) => name))
  const unseen = [...types.keys()].filter(
    (name) => name.startsWith('site_') && !asked.some((one) => one.replace(/_(bucket|sum|count)$/, '') === name),
  )
  expect(unseen).toEqual([])
})

it.each([
  ['sum by (le, nothing) (rate(site_ready{instance=~"$instance"}[5m])) or vector(0)', []],
  ['site_no_such_metric / site_ready', ['site_no_such_metric']],
  ['site_http_requests_total{status=~"5..",method="PUT"}', ['site_http_requests_total{method: ^(?:PUT)$}']],
  ['site_ready{colour!="red"}', ['site_ready{colour: ^(?:red)$}']],
  ['up{job="site"} == 1 unless on (instance) site_ready', []],
])('finds in %s what is missing', (expression, missing) => {
  expect(missingIn(expression, samples)).toEqual(missing)
})
