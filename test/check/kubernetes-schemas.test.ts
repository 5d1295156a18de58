import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { type Resource, resources } from './kubernetes-resources.ts'

type Model = new (data: object) => { validate: () => void }

const require = createRequire(import.meta.url)
const cache = join(projectRoot, 'node_modules/.cache')
const compiler = join(projectRoot, 'node_modules/.bin/tsc')

/** The module that has the schema of a resource and its type. */
function moduleOf({ apiVersion, kind }: Resource): string {
  return `kubernetes-models/${apiVersion}/${kind}`
}

/** Faults of a resource by the API's schema: missing fields, wrong types, bad quantities. The schema accepts unknown fields. */
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

/** Faults of resources by the API's types, as TypeScript reports them, such as unknown or misspelt fields. */
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
  '$name matches the API’s schema',
  ({ resource }) => {
    expect(againstSchema(resource)).toBeNull()
  },
)

it('no resource has a field that the API does not know', () => {
  const misspelt = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { conainers: [] } }
  const errors = againstTypes([...resources, misspelt]).match(/error TS.*/g)
  expect(errors).toEqual([expect.stringContaining('conainers')])
})

it('a wrong quantity is against the schema', () => {
  const spec = { resources: { requests: { storage: '1Gig' } } }
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec }
  expect(againstSchema(claim)).toContain('"quantity"')
})
