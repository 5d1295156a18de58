import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { variables } from '../../server/config/variables.ts'
import { healthPaths } from '../../server/health.ts'
import { maxStopMs } from '../../server/stop-on-signal.ts'
import { resources } from './kubernetes-resources.ts'
import { textOf } from './project-files.ts'

const dockerfile = textOf('Dockerfile')

/** The spec of the only resource with this kind and name. */
function specOf<T>(schema: z.ZodType<T>, kind: string, name: string): T {
  const found = resources.filter((candidate) => candidate.kind === kind && candidate.metadata.name === name)
  expect([kind, name, found.length]).toEqual([kind, name, 1])
  return schema.parse(found[0]?.spec)
}

const selector = z.object({ matchLabels: z.record(z.string(), z.string()) })
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }),
  resources: z.object({ requests: z.object({ memory: z.string() }), limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const set = specOf(
  z.object({
    replicas: z.number(),
    serviceName: z.string(),
    selector,
    template: z.object({
      metadata: z.object({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string(), z.string()),
      }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsUser: z.number() }),
        containers: z.array(container).length(1),
      }),
    }),
    volumeClaimTemplates: z
      .array(
        z.object({
          metadata: z.object({ name: z.string() }),
          spec: z.object({ resources: z.object({ requests: z.object({ storage: z.string() }) }) }),
        }),
      )
      .length(1),
  }),
  'StatefulSet',
  'site',
)
const pod = set.template.spec
const site = container.parse(pod.containers[0])
const { ports } = site

it('pods read their variables from the secret that the guide creates from deploy/site.env', () => {
  expect(site.envFrom).toEqual([{ secretRef: { name: 'site' } }])
  expect(textOf('docs/operations.md')).toContain('create secret generic site --from-env-file=deploy/site.env')
  expect(site.env.filter(({ name }) => !(name in variables))).toEqual([])
  expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
})

it('ports are those that the site listens on, and everything refers to them by name', () => {
  const named = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))
  const [metrics] = site.env.filter(({ name }) => name === 'METRICS_PORT')
  expect(named).toEqual({ http: variables.PORT.initial, metrics: Number(metrics?.value) })
  expect(set.template.metadata.annotations['prometheus.io/port']).toBe(metrics?.value)
  const service = z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  })
  const { selector: chosen, ports: offered } = specOf(service, 'Service', set.serviceName)
  expect(chosen).toEqual(set.template.metadata.labels)
  for (const { targetPort } of offered) expect(Object.keys(named)).toContain(targetPort)
})

it('probes request URLs that the site has', () => {
  const asked = [site.startupProbe, site.livenessProbe, site.readinessProbe].map(({ httpGet }) => httpGet)
  expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz'])
  for (const { path, port } of asked) {
    expect(Object.values(healthPaths)).toContain(path)
    expect(port).toBe('http')
  }
})

it('an instance gets more time to stop than it needs, pre-stop included', () => {
  const needed = site.lifecycle.preStop.sleep.seconds + maxStopMs / 1000
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed)
})

it('all that the site writes is on its volume, owned by the image’s user, within its size', () => {
  expect(dockerfile).toMatch(/^WORKDIR \/site$/m)
  const [claim] = set.volumeClaimTemplates
  expect(site.volumeMounts).toContainEqual({ name: claim?.metadata.name, mountPath: '/site/data' })
  for (const name of ['OUTBOX_DIR', 'POSTS_DIR'] as const) {
    expect(variables[name].initial).toMatch(/^data\//)
  }
  // Node's official image gives its user `node` the id 1000.
  expect([/^USER (\w+)$/m.exec(dockerfile)?.[1], pod.securityContext.runAsUser]).toEqual(['node', 1000])
  const bounds = [variables.OUTBOX_MAX_MB, variables.POSTS_MAX_MB]
  expect(mebibytes(claim?.spec.resources.requests.storage)).toBeGreaterThan(
    bounds.reduce((sum, { initial }) => sum + initial, 0),
  )
})

it('the memory limit allows what an instance needs, and drawing share images besides', () => {
  const { requests, limits } = site.resources
  expect(mebibytes(limits.memory)).toBeGreaterThan(mebibytes(requests.memory) + 100)
})

it('everything else selects these pods', () => {
  expect(set.selector.matchLabels).toEqual(set.template.metadata.labels)
  expect(set.replicas).toBeGreaterThanOrEqual(2)
  expect(specOf(z.object({ selector }), 'PodDisruptionBudget', 'site').selector).toEqual(set.selector)
  const { SITE_URL = '' } = parseEnv(textOf('deploy/site.env.example'))
  const { host } = new URL(SITE_URL)
  const rules = z.object({
    rules: z.array(z.object({ host: z.string() })),
    tls: z.array(z.object({ hosts: z.array(z.string()) })),
  })
  const ingress = specOf(rules, 'Ingress', 'site')
  expect([ingress.rules.map((rule) => rule.host), ingress.tls.flatMap(({ hosts }) => hosts)]).toEqual([[host], [host]])
})

/** Mebibytes of a quantity such as `512Mi`. */
function mebibytes(quantity = ''): number {
  const [, count = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  return Number(count) * (unit === 'Gi' ? 1024 : 1)
}
