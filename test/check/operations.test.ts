import { expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { textOf } from './project-files.ts'

const guide = textOf('docs/operations.md')
const unit = textOf('deploy/nordet@.service')

it('docs/operations.md names variables that the site, its unit, nginx or compose.yaml read', () => {
  const deployed = textOf('compose.yaml') + textOf('deploy/nginx/nordet.conf.template')
  const named = [...guide.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.filter(
    (name) => !(name in variables) && !deployed.includes(`\${${name}`) && !unit.includes(`${name}=`),
  )
  expect([...new Set(unknown)]).toEqual([])
})

it('docs/operations.md has the values of the variables that it quotes', () => {
  const quoted = [...guide.matchAll(/`(\w+)` \((\d+)\)/g)].flatMap(([, name = '', value]) =>
    name in variables ? [[name, Number(value)]] : [],
  )
  expect(quoted.length).toBeGreaterThan(2)
  const known: Readonly<Record<string, { initial: unknown }>> = variables
  expect(quoted).toEqual(quoted.map(([name]) => [name, known[String(name)]?.initial]))
})

it('docs/operations.md names commands that there are', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('docs/operations.md gives commands the surroundings that the unit gives the site', () => {
  const [, given = ''] = /^site\(\) \{([^}]*)\}$/m.exec(guide.replace('${@:3}', '')) ?? []
  for (const name of ['NODE_ENV', 'OUTBOX_DIR']) {
    const [setting = ''] = new RegExp(`\\b${name}=\\S+`).exec(unit.replaceAll('%i', '$1')) ?? []
    expect(setting).not.toBe('')
    expect(given.split(/\s+/)).toContain(setting)
  }
})
