import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { variables } from '../../server/config/variables.ts'
import { healthPaths } from '../../server/health.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { maxStopMs } from '../../server/stop-on-signal.ts'
import { filesBelow, textOf } from './project-files.ts'

/** The members that every resource has; the API's schemas say the rest. */
type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec?: unknown
}

/** All resources of deploy/kubernetes. */
const resources = filesBelow('deploy/kubernetes', /\.yaml$/).flatMap((file) =>
  parseAllDocuments(textOf(file)).map((document) => document.toJS() as Resource),
)

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

it('pods read their variables from the secret that the guide creates from deploy/site.env', () => {
  expect(inPod('containers')).toHaveLength(1)
  expect(inSite('envFrom')).toEqual([{ secretRef: { name: 'site' } }])
  expect(textOf('docs/operations.md')).toContain('create secret generic site --from-env-file=deploy/site.env')
  expect(named('env').filter(({ name }) => !(name in variables))).toEqual([])
  expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
})

it('ports equal those of the site, and the service and Prometheus use them', () => {
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
])('the %s requests %s', (probe, path) => {
  expect(inSite(probe)).toMatchObject({ httpGet: { path, port: 'http' } })
})

it('an instance has more time to stop than it needs, including its pre-stop hook', () => {
  const needed = Number(inSite('lifecycle.preStop.sleep.seconds')) + maxStopMs / 1000
  expect(inPod('terminationGracePeriodSeconds')).toBeGreaterThan(needed)
})

it('the site writes only to its volume, which the image’s user owns and which is large enough', () => {
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

it('an instance’s memory limit leaves room for drawing share images', () => {
  const needed = mebibytes(inSite('resources.requests.memory'))
  expect(mebibytes(inSite('resources.limits.memory'))).toBeGreaterThan(needed + 100)
})

it('all other resources refer to this set of pods', () => {
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

type Model = new (data: object) => { validate: () => void }

const require = createRequire(import.meta.url)
const cache = join(projectRoot, 'node_modules/.cache')
const compiler = join(projectRoot, 'node_modules/.bin/tsc')

/** The module that has the schema of a resource and its type. */
function moduleOf({ apiVersion, kind }: Resource): string {
  return `kubernetes-models/${apiVersion}/${kind}`
}

/** Faults of a resource by the API's schema: absent fields, wrong types, bad quantities. It lets unknown fields pass. */
function againstSchema(resource: Resource): string | null {
  const models = require(moduleOf(resource)) as Record<string, Model>
  const Model = models[resource.kind]
  if (Model === undefined) return `${moduleOf(resource)} has no ${resource.kind}`
  try {
    new Model(resource).validate()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Faults of resources by the API's types, as TypeScript reports them: above all unknown fields, such as misspelt ones. */
function againstTypes(resources: readonly Resource[]): string {
  const lines = resources.map(
    (resource, index) =>
      `import type { I${resource.kind} as Kind${index} } from '${moduleOf(resource)}'\n` +
      `export const resource${index}: Kind${index} = ${JSON.stringify(resource)}\n`,
  )
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `kubernetes-${process.pid}.ts`)
  writeFileSync(file, lines.join(''))
  try {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
    const { stdout, stderr } = spawnSync(compiler, [...options, file], { encoding: 'utf8' })
    return stdout + stderr
  } finally {
    rmSync(file)
  }
}

it.each(resources.map((resource) => ({ name: `${resource.kind} ${resource.metadata.name}`, resource })))(
  '$name is valid by the API’s schema',
  ({ resource }) => {
    expect(againstSchema(resource)).toBeNull()
  },
)

it('no resource has a field that the API does not know', () => {
  const misspelt = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { conainers: [] } }
  const errors = againstTypes([...resources, misspelt]).match(/error TS.*/g)
  expect(errors).toEqual([expect.stringContaining('conainers')])
})

it('the schema rejects a wrong quantity', () => {
  const spec = { resources: { requests: { storage: '1Gig' } } }
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec }
  expect(againstSchema(claim)).toContain('"quantity"')
})
