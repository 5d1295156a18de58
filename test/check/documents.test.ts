import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { join as joinPosix } from 'node:path/posix'
import { expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { filesBelow, textOf, testFiles } from './project-files.ts'

const guide = textOf('docs/operations.md')
const unit = textOf('deploy/nordet@.service')
const documents = ['README.md', ...filesBelow('docs', /\.md$/)]
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

it('the README’s example is a test', () => {
  const [, example = ''] = /```ts\n([^]+?)```/.exec(textOf('README.md')) ?? []
  expect(example.split('\n').length).toBeGreaterThan(5)
  expect(filesBelow('test/http', /\.test\.ts$/).filter((file) => textOf(file).includes(example))).toHaveLength(1)
})

it('the scripts of package.json run in cmd.exe too', () => {
  const shells = Object.values(scripts).filter((script) => /^\{|\bexec |\btest -|;|\$|(^|&& )[A-Z_]+=/.test(script))
  expect(shells).toEqual([])
})

it('package.json has the scripts that others rely on', () => {
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(['start', 'test', 'test:slow', 'dev', 'build', 'check', 'bench', 'doctor', 'outbox']),
  )
})

/** Paths of this project that a text names in backticks. */
function pathsIn(markdown: string): string[] {
  const rooms = 'bench|build|client|content|deploy|docs|locales|server|shared|test'
  return [...markdown.matchAll(new RegExp(`\`((?:${rooms})/[\\w@./-]*)\``, 'g'))].map(([, path = '']) => path)
}

it('documents name only files that exist', () => {
  const missing: string[] = []
  let count = 0
  for (const path of documents) {
    const text = textOf(path)
    // Readers create these files.
    const named = pathsIn(text).filter((file) => !/\/example\.(tsx|json)$|^deploy\/(site|compose)\.env$/.test(file))
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => joinPosix(path, '..', to))
    count += named.length
    for (const file of [...named, ...linked]) if (!existsSync(join(projectRoot, file))) missing.push(`${path}: ${file}`)
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(100)
})

it('documents name only commands and measurements that exist', () => {
  const text = documents.map(textOf).join('\n')
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const measurements = [...text.matchAll(/npm run measure -- ([\w-]+)/g)].map(([, name = '']) => name)
  const [, table = ''] = /^const measurements = \{(.*?)^\}/ms.exec(textOf('bench/measure.js')) ?? []
  expect(measurements.filter((name) => !new RegExp(`^  '?${name}'?: `, 'm').test(table))).toEqual([])
})

it('docs/security.md names only tests that exist', () => {
  const rows = [...textOf('docs/security.md').matchAll(/^\| .+ \| .+ \| (.+) \|$/gm)]
  const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name))
  expect(named.length).toBeGreaterThan(40)
  const tests = testFiles()
  expect(named.filter((name) => !tests.some((file) => file.endsWith(`/${name}.test.ts`)))).toEqual([])
})

it('docs/operations.md names only variables that the site, its unit, nginx or compose.yaml read', () => {
  const deployed = textOf('compose.yaml') + textOf('deploy/nginx/nordet.conf.template')
  const named = [...guide.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.filter(
    (name) => !(name in variables) && !deployed.includes(`\${${name}`) && !unit.includes(`${name}=`),
  )
  expect([...new Set(unknown)]).toEqual([])
})
