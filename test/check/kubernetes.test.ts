import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { type Variable, variables } from '../../server/config/variables.ts'
import { healthPaths } from '../../server/http/health.ts'
import { longestStopMs } from '../../server/runtime/stop-on-signal.ts'
import { problemsOf } from '../support/config-of.ts'
import { folder, kustomization, resources } from './kubernetes-resources.ts'
import { filesBelow, namesIn, textOf } from './project-files.ts'

const dockerfile = textOf('Dockerfile')

/** The spec of the one resource of this kind, by name. */
function specOf<T>(schema: z.ZodType<T>, kind: string, name: string): T {
  const found = resources.filter((one) => one.kind === kind && one.metadata.name === name)
  expect([kind, name, found.length]).toEqual([kind, name, 1])
  return schema.parse(found[0]?.spec)
}

const selector = z.object({ matchLabels: z.record(z.string(), z.string()) })
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  image: z.string(),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
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
    replicas: z.never().optional(),
    serviceName: z.string(),
    selector,
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
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
const given = parseEnv(textOf(`${folder}/site.env`)) as Record<string, string>

it('the kustomization applies every file of its folder', () => {
  const files = filesBelow(folder, /\.yaml$/).map((file) => file.slice(folder.length + 1))
  expect(['kustomization.yaml', ...kustomization.resources].toSorted()).toEqual(files.toSorted())
  expect(kustomization.configMapGenerator[0]?.envs).toEqual(['site.env'])
})

it('the site is told variables that there are, each once, none with a wrong value', () => {
  const secret = namesIn(textOf(`${folder}/secret.env.example`))
  const open = namesIn(textOf(`${folder}/site.env`))
  expect([...open, ...secret].filter((name) => !(name in variables))).toEqual([])
  expect(open.filter((name) => secret.includes(name))).toEqual([])
  const known: Readonly<Record<string, Variable>> = variables
  expect(open.filter((name) => known[name]?.secret)).toEqual([])
  expect(secret.filter((name) => !known[name]?.secret)).toEqual([])
  const later = { GHOST_URL: 'https://ghost.nordet.example', GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' }
  const mail = parseEnv(textOf(`${folder}/secret.env.example`)) as Record<string, string>
  expect(problemsOf({ ...given, ...mail, ...later, SITE_SECRET: 'x'.repeat(32) })).toEqual([])
  expect(problemsOf({ ...given, ...mail })).toEqual([expect.stringMatching(/^SITE_SECRET: /)])
})

it('pods take these variables from the generated map and from the secret, by reference', () => {
  const [map] = kustomization.configMapGenerator
  expect(site.envFrom).toEqual([{ configMapRef: { name: map?.name } }, { secretRef: { name: 'site' } }])
  expect(textOf('docs/operations.md')).toContain('create secret generic site --from-env-file=secret.env')
  expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
  expect(textOf('.gitignore').split('\n')).toContain(`${folder}/secret.env`)
})

it('ports are those that the site listens on, and everything asks for them by name', () => {
  const named = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))
  expect(named).toEqual({ http: variables.PORT.initial, metrics: Number(given.METRICS_PORT) })
  const service = z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  })
  for (const name of ['site', set.serviceName]) {
    const { selector: chosen, ports: offered } = specOf(service, 'Service', name)
    expect(chosen).toEqual(set.template.metadata.labels)
    for (const { targetPort } of offered) expect(Object.keys(named)).toContain(targetPort)
  }
  const monitor = specOf(
    z.object({ jobLabel: z.string(), selector, endpoints: z.array(z.object({ port: z.string() })) }),
    'ServiceMonitor',
    'site',
  )
  expect(monitor.endpoints.map(({ port }) => port)).toEqual(['metrics'])
  const scraped = resources.filter(({ kind, metadata: { labels = {} } }) => {
    const wanted = Object.entries(monitor.selector.matchLabels)
    return kind === 'Service' && wanted.every(([label, value]) => labels[label] === value)
  })
  expect(scraped.map(({ metadata }) => metadata.name)).toEqual([set.serviceName])
  // The alerts' job.
  expect(scraped[0]?.metadata.labels?.[monitor.jobLabel]).toBe('site')
})

it('probes ask for addresses that the site has', () => {
  const asked = [site.startupProbe, site.livenessProbe, site.readinessProbe].map(({ httpGet }) => httpGet)
  expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz'])
  for (const { path, port } of asked) {
    expect(Object.values(healthPaths)).toContain(path)
    expect(port).toBe('http')
  }
})

it('an instance is given longer to stop than it takes, the pre-stop included', () => {
  const needed = site.lifecycle.preStop.sleep.seconds + longestStopMs / 1000
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed)
})

it('all that the site writes is on its volume, as the image’s user, within its size', () => {
  expect(dockerfile).toMatch(/^WORKDIR \/site$/m)
  const [claim] = set.volumeClaimTemplates
  expect(site.volumeMounts).toContainEqual({ name: claim?.metadata.name, mountPath: '/site/data' })
  for (const name of ['OUTBOX_DIR', 'POSTS_DIR'] as const) {
    expect(variables[name].initial).toMatch(/^data\//)
    expect(given).not.toHaveProperty(name)
  }
  // Node's official image gives its user `node` the id 1000.
  expect([/^USER (\w+)$/m.exec(dockerfile)?.[1], pod.securityContext.runAsUser]).toEqual(['node', 1000])
  const bounds = [variables.OUTBOX_MAX_MB, variables.POSTS_MAX_MB]
  expect(mebibytes(claim?.spec.resources.requests.storage)).toBeGreaterThan(
    bounds.reduce((sum, { initial }) => sum + initial, 0),
  )
})

it('an instance may take what it needs, and what drawing share images takes besides', () => {
  const { requests, limits } = site.resources
  expect(mebibytes(limits.memory)).toBeGreaterThan(mebibytes(requests.memory) + 100)
})

it('everything else speaks of this set of pods', () => {
  expect(set.selector.matchLabels).toEqual(set.template.metadata.labels)
  const target = z.object({ scaleTargetRef: z.object({ kind: z.string(), name: z.string() }), minReplicas: z.number() })
  const autoscaler = specOf(target, 'HorizontalPodAutoscaler', 'site')
  expect(autoscaler.scaleTargetRef).toEqual({ kind: 'StatefulSet', name: 'site' })
  expect(autoscaler.minReplicas).toBeGreaterThanOrEqual(2)
  expect(specOf(z.object({ selector }), 'PodDisruptionBudget', 'site').selector).toEqual(set.selector)
  expect(specOf(z.object({ podSelector: selector }), 'NetworkPolicy', 'site').podSelector).toEqual(set.selector)
  const host = new URL(given.SITE_URL ?? '').host
  const rules = z.object({
    rules: z.array(z.object({ host: z.string() })),
    tls: z.array(z.object({ hosts: z.array(z.string()) })),
  })
  const ingress = specOf(rules, 'Ingress', 'site')
  expect([ingress.rules.map((rule) => rule.host), ingress.tls.flatMap(({ hosts }) => hosts)]).toEqual([[host], [host]])
  expect(kustomization.images[0]?.name).toBe(site.image)
})

it('the site reaches DNS, Ghost and the mail server, and nothing else', () => {
  const policy = specOf(
    z.object({
      policyTypes: z.array(z.string()),
      egress: z.array(
        z.object({ to: z.array(z.object({})).min(1), ports: z.array(z.object({ port: z.number() })).min(1) }),
      ),
    }),
    'NetworkPolicy',
    'site',
  )
  expect(policy.policyTypes).toEqual(['Ingress', 'Egress'])
  const reached = policy.egress.map(({ ports: open }) => [...new Set(open.map(({ port }) => port))])
  const { SMTP_URL = '' } = parseEnv(textOf(`${folder}/secret.env.example`))
  expect(reached).toEqual([[53], [443], [Number(new URL(SMTP_URL).port)]])
})

/** Mebibytes of a quantity such as `512Mi`. */
function mebibytes(quantity = ''): number {
  const [, count = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  return Number(count) * (unit === 'Gi' ? 1024 : 1)
}
