import { expect, it } from 'vitest'
import { removedVariables } from '../../server/config/removed-variables.ts'
import { variables } from '../../server/config/variables.ts'
import { namesIn, textOf } from './project-files.ts'

const configuration = textOf('docs/configuration.md')
const known = Object.keys(variables)

/** The rows of a document's tables that begin with a variable: its name and its default, as written. */
function rowsIn(markdown: string): { name: string; initial: string }[] {
  const rows = [...markdown.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| (.*?) ?\| /gm)]
  return rows.map(([, name = '', initial = '']) => ({ name, initial }))
}

function differences(names: string[]) {
  return {
    missing: known.filter((name) => !names.includes(name)),
    extra: names.filter((name) => !known.includes(name)),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
  }
}

const none = { missing: [], extra: [], twice: [] }

it('.env.example names the variables that the configuration reads, each once', () => {
  expect(differences(namesIn(textOf('.env.example')))).toEqual(none)
})

it('.env.example sets variables to their defaults', () => {
  const set = [...textOf('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value])
  const defaults = Object.entries(variables).flatMap(([name, { initial }]) =>
    initial === null ? [] : [[name, String(initial)]],
  )
  expect(set.toSorted()).toEqual(defaults.toSorted())
})

it('docs/configuration.md names the variables that the configuration reads, each once', () => {
  expect(differences(rowsIn(configuration).map(({ name }) => name))).toEqual(none)
})

it.each(Object.entries(variables))('docs/configuration.md has the default of %s', (name, { initial }) => {
  const row = rowsIn(configuration).find((candidate) => candidate.name === name)
  if (initial === null) expect(row?.initial).not.toMatch(/^`\d/)
  else expect(row?.initial).toBe(`\`${initial}\``)
})

it('docs/configuration.md names the removed variables, which the configuration does not read', () => {
  const [, section = ''] = configuration.split('## Removed variables\n')
  const named = [...section.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name)
  expect(named).toEqual(removedVariables)
  expect(removedVariables.filter((name) => known.includes(name))).toEqual([])
})

it('the README names variables that the configuration reads, with their defaults', () => {
  const rows = rowsIn(textOf('README.md'))
  expect(rows).toHaveLength(8)
  expect(rowsIn(configuration)).toEqual(expect.arrayContaining(rows))
})

it('the README’s table names every variable once', () => {
  const cells = [...textOf('README.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].map(([, cell = '']) => cell)
  expect(differences(cells.flatMap((cell) => cell.replaceAll('`', '').split(', ')))).toEqual(none)
})

it('finds the names in both forms, and only there', () => {
  const example = '# Where it listens: PORT or HOST.\nPORT=3000\n# HOST=0.0.0.0\n#LOG_LEVEL=info\n# see A=b\nlower=1\n'
  expect(namesIn(example)).toEqual(['PORT', 'HOST', 'LOG_LEVEL'])
  const table =
    '| variable | default |\n| --- | --- |\n| `PORT` | `3000` | B |\n| `A_1` | | `B` |\n| `npm run dev` | `C` |\n`D`\n'
  expect(rowsIn(table)).toEqual([
    { name: 'PORT', initial: '`3000`' },
    { name: 'A_1', initial: '' },
  ])
})

it('reports what is missing, unknown and repeated', () => {
  const names = [...known.slice(1), 'NO_SUCH_NAME', 'NO_SUCH_NAME']
  const extra = ['NO_SUCH_NAME', 'NO_SUCH_NAME']
  expect(differences(names)).toEqual({ missing: known.slice(0, 1), extra, twice: ['NO_SUCH_NAME'] })
})
