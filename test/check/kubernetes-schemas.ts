import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '../../server/runtime/project-root.ts'
import type { Resource } from './kubernetes-resources.ts'

type Model = new (data: object) => { validate: () => void }

const require = createRequire(import.meta.url)
const cache = join(projectRoot, 'node_modules/.cache')
const compiler = join(projectRoot, 'node_modules/.bin/tsc')

/** The module that has the schema of a resource and its type; Prometheus' operator brings its own. */
function moduleOf({ apiVersion, kind }: Resource): string {
  const isOperators = apiVersion.startsWith('monitoring.coreos.com/')
  return `${isOperators ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`
}

/** What the schema of the API says against a resource: absent fields, wrong types, quantities that are none. It lets unknown fields pass. */
export function againstSchema(resource: Resource): string | null {
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

/** What the API's types say against resources, as TypeScript reports it: above all fields that there are not, such as misspelt ones. */
export function againstTypes(resources: readonly Resource[]): string {
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
