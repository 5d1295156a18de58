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
