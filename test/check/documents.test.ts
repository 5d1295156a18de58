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

it.each(documents)('%s names only files that exist', (path) => {
  const text = textOf(path)
  // Readers create these files.
  const named = pathsIn(text).filter((file) => !/\/example\.(tsx|json)$|^deploy\/(site|compose)\.env$/.test(file))
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => joinPosix(path, '..', to))
  expect([...named, ...linked].filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
})

it.each(documents)('%s names only commands and measurements that exist', (path) => {
  const text = textOf(path)
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

it('finds paths in backticks, and nothing else', () => {
  expect(pathsIn('`server/app.ts`, `test/http/`, `npm test`, `a/b`, `locales/fr/<page>.json`, server/x')).toEqual([
    'server/app.ts',
    'test/http/',
  ])
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

it('docs/operations.md quotes the defaults of variables as they are', () => {
  const quoted = [...guide.matchAll(/`(\w+)` \((\d+)\)/g)].flatMap(([, name = '', value]) =>
    name in variables ? [[name, Number(value)]] : [],
  )
  expect(quoted.length).toBeGreaterThan(2)
  const known: Readonly<Record<string, { initial: unknown }>> = variables
  expect(quoted).toEqual(quoted.map(([name]) => [name, known[String(name)]?.initial]))
})

it('docs/operations.md gives commands the variables that the unit gives the site', () => {
  const [, given = ''] = /^site\(\) \{([^}]*)\}$/m.exec(guide.replace('${@:3}', '')) ?? []
  for (const name of ['NODE_ENV', 'OUTBOX_DIR']) {
    const [setting = ''] = new RegExp(`\\b${name}=\\S+`).exec(unit.replaceAll('%i', '$1')) ?? []
    expect(setting).not.toBe('')
    expect(given.split(/\s+/)).toContain(setting)
  }
})

it('in docs/operations.md an upgrade stops at an instance that does not come back', () => {
  const loops = guide.match(/^for \w+ in [^]*?\bdone$/gm) ?? []
  expect(loops).toHaveLength(2)
  for (const loop of loops) expect(loop).toContain('|| break')
})

it('docs/operations.md follows the link to the unit’s state folder when it asks for the owner', () => {
  expect(unit).toMatch(/^DynamicUser=yes$/m)
  expect(guide.match(/stat -\S+/g)).toEqual(['stat -Lc'])
})

it('no alert names a command that lacks the site’s variables', () => {
  expect(textOf('deploy/prometheus-alerts.yaml')).not.toMatch(/npm run/)
})
