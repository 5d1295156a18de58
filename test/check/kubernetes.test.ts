import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { healthPaths } from '../../server/health.ts'
import { maxStopMs } from '../../server/stop-on-signal.ts'
import { resources } from './kubernetes-resources.ts'
import { textOf } from './project-files.ts'

const dockerfile = textOf('Dockerfile')

/** A value within a resource, by its path: `spec.template.0.name`; undefined if there is none. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], value)
}

function resourceOf(kind: string, name = 'site') {
  const found = resources.filter((one) => one.kind === kind && one.metadata.name === name)
  expect([kind, name, found.length]).toEqual([kind, name, 1])
  return found[0]
}

type Named = { name: string; value?: string; containerPort?: number }

const set = resourceOf('StatefulSet')
const inPod = (path: string) => at(set, `spec.template.spec.${path}`)
const inSite = (path: string) => inPod(`containers.0.${path}`)
const named = (path: string) => inSite(path) as Named[] // the API's schema says so
const metricsPort = named('env').find(({ name }) => name === 'METRICS_PORT')?.value
const labels = at(set, 'spec.template.metadata.labels')

it('pods take their variables from the secret that the guide makes of the settings file of the other ways', () => {
  expect(inPod('containers')).toHaveLength(1)
  expect(inSite('envFrom')).toEqual([{ secretRef: { name: 'site' } }])
  expect(textOf('docs/operations.md')).toContain('create secret generic site --from-env-file=deploy/site.env')
  expect(named('env').filter(({ name }) => !(name in variables))).toEqual([])
  expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
})

it('ports are those that the site listens on, and the service and Prometheus name them', () => {
  const ports = Object.fromEntries(named('ports').map(({ name, containerPort }) => [name, containerPort]))
  expect(ports).toEqual({ http: variables.PORT.initial, metrics: Number(metricsPort) })
  expect(at(set, 'spec.template.metadata.annotations')).toMatchObject({ 'prometheus.io/port': metricsPort })
  const service = resourceOf('Service', String(at(set, 'spec.serviceName')))
  expect(at(service, 'spec.selector')).toEqual(labels)
  const targets = at(service, 'spec.ports') as { targetPort: string }[] // the API's schema says so
  for (const { targetPort } of targets) expect(Object.keys(ports)).toContain(targetPort)
})

it.each([
  ['startupProbe', healthPaths.liveness],
  ['livenessProbe', healthPaths.liveness],
  ['readinessProbe', healthPaths.readiness],
])('the %s asks for %s', (probe, path) => {
  expect(inSite(probe)).toMatchObject({ httpGet: { path, port: 'http' } })
})

it('an instance is given longer to stop than it takes, the pre-stop included', () => {
  const needed = Number(inSite('lifecycle.preStop.sleep.seconds')) + maxStopMs / 1000
  expect(inPod('terminationGracePeriodSeconds')).toBeGreaterThan(needed)
})

it('all that the site writes is on its volume, owned by the image’s user, within its size', () => {
  expect(dockerfile).toMatch(/^WORKDIR \/site$/m)
  const [claim, ...others] = at(set, 'spec.volumeClaimTemplates') as unknown[] // the API's schema says so
  expect(others).toEqual([])
  expect(inSite('volumeMounts')).toContainEqual({ name: at(claim, 'metadata.name'), mountPath: '/site/data' })
  for (const name of ['OUTBOX_DIR', 'POSTS_DIR'] as const) expect(variables[name].initial).toMatch(/^data\//)
  // Node's official image gives its user `node` the id 1000.
  expect([/^USER (\w+)$/m.exec(dockerfile)?.[1], inPod('securityContext.runAsUser')]).toEqual(['node', 1000])
  expect(mebibytes(at(claim, 'spec.resources.requests.storage'))).toBeGreaterThan(
    variables.OUTBOX_MAX_MB.initial + variables.POSTS_MAX_MB.initial,
  )
})

it('an instance may take what it needs, and what drawing share images takes besides', () => {
  const needed = mebibytes(inSite('resources.requests.memory'))
  expect(mebibytes(inSite('resources.limits.memory'))).toBeGreaterThan(needed + 100)
})

it('everything else speaks of this set of pods', () => {
  expect(at(set, 'spec.selector.matchLabels')).toEqual(labels)
  expect(at(set, 'spec.replicas')).toBeGreaterThanOrEqual(2)
  expect(at(resourceOf('PodDisruptionBudget'), 'spec.selector')).toEqual({ matchLabels: labels })
  const { SITE_URL = '' } = parseEnv(textOf('deploy/site.env.example'))
  const { host } = new URL(SITE_URL)
  const ingress = { rules: [expect.objectContaining({ host })], tls: [expect.objectContaining({ hosts: [host] })] }
  expect(at(resourceOf('Ingress'), 'spec')).toMatchObject(ingress)
})

/** Mebibytes of a quantity such as `512Mi`. */
function mebibytes(quantity: unknown): number {
  const [, count = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? []
  return Number(count) * (unit === 'Gi' ? 1024 : 1)
}
